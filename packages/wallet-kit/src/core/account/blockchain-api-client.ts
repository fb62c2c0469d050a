import { BaseError } from '@bullring/errors/base-error'
import { type Balance, BalanceResponse } from '@bullring/wire/blockchain-api/balance'
import { HistoryPage } from '@bullring/wire/blockchain-api/history-page'
import { Identity } from '@bullring/wire/blockchain-api/identity'
import { SupportedChains } from '@bullring/wire/blockchain-api/supported-chains'
import type { Address } from 'viem'
import { askTelling } from '#core/ask-service.ts'
import { createTimedCache } from '#core/timed-cache.ts'

/** Spec, section 9: how long an answer is good, and how long balances are left alone after a failure. */
const BALANCE_LIFE_MS = 30_000
const RETRY_BLOCK_MS = 30_000
const IDENTITY_LIFE_MS = 300_000
const SUPPORTED_LIFE_MS = 3_600_000

/** How the kit names itself to the service. */
const SDK = { st: 'wallet-kit', sv: 'bullring-1' } as const

const NO_IDENTITY: Identity = { name: null, avatar: null }

/** Balances of an account are not to be had from the service now. */
export class BalanceUnavailableError extends BaseError {
  override readonly name = 'BalanceUnavailableError'
  readonly code = 'wallet-kit.balance-unavailable'
  override readonly isRetryable = true
}

/** What the wallet service knows of an account (spec, section 7). */
export type BlockchainApi = {
  /** @throws {BalanceUnavailableError} on failure, for 30 s after one, and on a network it does not know. */
  getBalances: (account: Address, chainId: number) => Promise<readonly Balance[]>
  /** Name and picture; both null where there are none. */
  getIdentity: (account: Address, chainId: number) => Promise<Identity>
  /** A page of transactions, newest first; an empty one on a network it does not know. */
  getHistory: (query: HistoryQuery) => Promise<HistoryPage>
  /** Forgets the balances: a transaction has changed them. */
  forgetBalances: () => void
}

type HistoryQuery = {
  account: Address
  chainId: number
  /** What the page before gave as `next`. */
  cursor: string | null
  signal?: AbortSignal
}

type ApiOptions = {
  baseUrl: string
  projectId: string
  /** Hears of refusals, for the alert bar: they may be a mistake in the app's configuration. */
  onRefused?: (error: unknown) => void
  now?: () => number
}

export function createBlockchainApi(options: ApiOptions): BlockchainApi {
  const { baseUrl, projectId, onRefused, now } = options
  const balances = createTimedCache<readonly Balance[]>(BALANCE_LIFE_MS, now)
  const identities = createTimedCache<Identity>(IDENTITY_LIFE_MS, now)
  const supported = createTimedCache<SupportedChains>(SUPPORTED_LIFE_MS, now)
  const block = createRetryBlock(RETRY_BLOCK_MS, now)

  const urlOf = (path: string, query: Record<string, string> = {}) =>
    `${baseUrl.replace(/\/$/, '')}/v1/${path}?${new URLSearchParams({ ...query, ...SDK, projectId })}`
  const ask = askTelling(onRefused)
  const isSupported = async (chainId: number) => {
    const load = () => ask({ url: urlOf('supported-chains'), schema: SupportedChains })
    const { http } = await supported.get('', load)
    return http.includes(`eip155:${chainId}`)
  }
  const loadBalances = async (account: Address, chainId: number) => {
    block.check()
    try {
      if (!(await isSupported(chainId))) throw new Error('The service does not know this network')
      const query = { currency: 'usd', chainId: `eip155:${chainId}` }
      const url = urlOf(`account/${account}/balance`, query)
      return (await ask({ url, schema: BalanceResponse })).balances
    } catch (cause) {
      block.begin()
      throw new BalanceUnavailableError('Token Balance Unavailable', { cause })
    }
  }
  return {
    getBalances: (account, chainId) =>
      balances.get(`${chainId}:${account}`, () => loadBalances(account, chainId)),
    getIdentity: async (account, chainId) => {
      if (!(await isSupported(chainId))) return NO_IDENTITY
      const url = urlOf(`identity/${account}`, { sender: account })
      return identities.get(account, () => ask({ url, schema: Identity }))
    },
    getHistory: async ({ account, chainId, cursor, signal }) => {
      if (!(await isSupported(chainId))) return { data: [], next: null }
      const query = { chainId: `eip155:${chainId}`, ...(cursor !== null && { cursor }) }
      const url = urlOf(`account/${account}/history`, query)
      return ask({ url, schema: HistoryPage, signal })
    },
    forgetBalances: balances.clear,
  }
}

function createRetryBlock(blockMs: number, now = Date.now) {
  let failedAt = Number.NEGATIVE_INFINITY
  return {
    begin: () => {
      if (now() - failedAt >= blockMs) failedAt = now()
    },
    check: () => {
      if (now() - failedAt < blockMs) throw new BalanceUnavailableError('Token Balance Unavailable')
    },
  }
}
