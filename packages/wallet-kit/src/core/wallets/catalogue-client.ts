import { BaseError } from '@bullring/errors/base-error'
import { type CatalogueWallet, GetWalletsResponse } from '@bullring/wire/catalogue/get-wallets'
import { askService, ServiceRefusedError } from '#core/ask-service.ts'

/** A visitor sees an error after this long at the latest; the rest of the modal does not wait. */
const TIMEOUT_MS = 3_000
const RETRY_COUNT = 1

/** Of a project or an origin that the service does not know. */
const FORBIDDEN_STATUS: ReadonlySet<number> = new Set([401, 403])

/** How the kit names itself to the catalogue. */
const SDK = { st: 'wallet-kit', sv: 'bullring-1' } as const

export type WalletQuery = {
  page: number
  entries: number
  include?: readonly string[]
  exclude?: readonly string[]
  search?: string
  isCertified?: boolean
}

/** The catalogue gave no usable answer. */
export class CatalogueUnavailableError extends BaseError {
  override readonly name = 'CatalogueUnavailableError'
  readonly code = 'wallet-kit.catalogue-unavailable'
  override readonly isRetryable = true
}

/** The catalogue refuses this page or project. */
export class CatalogueRefusedError extends BaseError {
  override readonly name = 'CatalogueRefusedError'
  readonly code = 'wallet-kit.catalogue-refused'
}

export type CatalogueClient = {
  /**
   * One page of wallets that work on the app's networks.
   *
   * @throws {CatalogueUnavailableError} without an answer in time.
   * @throws {CatalogueRefusedError} when the project or the page's origin is not allowed.
   */
  getWallets: (query: WalletQuery, signal?: AbortSignal) => Promise<GetWalletsResponse>
  /** Address of a wallet's picture; null when it has none. */
  imageOf: (wallet: CatalogueWallet) => string | null
}

type ClientOptions = {
  baseUrl: string
  projectId: string
  /** CAIP-2 ids. */
  chains: readonly string[]
  timeoutMs?: number
}

export function createCatalogueClient(options: ClientOptions): CatalogueClient {
  const { baseUrl, projectId, chains, timeoutMs = TIMEOUT_MS } = options
  const origin = baseUrl.replace(/\/$/, '')
  const query = { projectId, ...SDK }
  return {
    getWallets: async (wanted, signal) => {
      const search = new URLSearchParams({ ...query, ...toParameters(wanted, chains) })
      const url = `${origin}/getWallets?${search}`
      const call = { url, schema: GetWalletsResponse, retryCount: RETRY_COUNT, timeoutMs, signal }
      try {
        return await askService(call)
      } catch (error) {
        signal?.throwIfAborted()
        throw toCatalogueError(error)
      }
    },
    imageOf: ({ image_url, image_id }) => {
      if (image_url) return image_url
      if (!image_id) return null
      return `${origin}/getWalletImage/${image_id}?${new URLSearchParams(query)}`
    },
  }
}

function toParameters(query: WalletQuery, chains: readonly string[]): Record<string, string> {
  const { page, entries, include = [], exclude = [], search = '', isCertified } = query
  return {
    page: `${page}`,
    entries: `${entries}`,
    ...(include.length > 0 && { include: include.join(',') }),
    ...(exclude.length > 0 && { exclude: exclude.join(',') }),
    ...(search !== '' && { search }),
    ...(isCertified === true && { badge_type: 'certified' }),
    chains: chains.join(','),
  }
}

function toCatalogueError(cause: unknown): Error {
  const isForbidden = cause instanceof ServiceRefusedError && FORBIDDEN_STATUS.has(cause.status)
  return isForbidden
    ? new CatalogueRefusedError(cause.message)
    : new CatalogueUnavailableError('The catalogue gave no usable answer', { cause })
}
