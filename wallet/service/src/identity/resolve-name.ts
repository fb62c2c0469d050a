import { boundedFetch } from '@bullring/server/chain/bounded-fetch'
import { TimedCache } from '@bullring/server/timed-cache'
import type { Identity } from '@bullring/wallet-api/blockchain-api/identity'
import { isRevert } from '@bullring/wire/chain/is-revert'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import type { Address } from 'viem'
import { createPublicClient, http } from 'viem'
import { normalize } from 'viem/ens'
import { NodesUnreachableError } from '../chain/errors.ts'

/** Resolves the name and picture of an account. */
export type NameResolver = (account: Address) => Promise<Identity>

const NO_IDENTITY: Identity = { name: null, avatar: null }

/** A name costs several calls of the node (R-NAMES-3). */
export const IDENTITY_CACHE = { lifetimeMs: 300_000, maxEntries: 5_000 }

/** ENS's Universal Resolver on Ethereum (https://docs.ens.domains/learn/deployments). */
const universalResolverAddress = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'

/** Longest picture URL that is passed on. A data URI may hold a small picture. */
const MAX_AVATAR_LENGTH = 8_192

/**
 * Creates a resolver for the Ethereum Name Service. Nothing that a record names is fetched here: names that
 * resolve off chain (EIP-3668) have no result, and the picture is for the image proxy to load.
 *
 * @param rpcUrl - A node of Ethereum's main network.
 */
export function createEnsResolver(rpcUrl: string): NameResolver {
  const cache = new TimedCache<Identity>(IDENTITY_CACHE)
  const resolve = async (account: Address): Promise<Identity> => {
    const client = createEnsClient(rpcUrl, AbortSignal.timeout(TIME_LIMITS.service))
    const name = await client
      .getEnsName({ address: account, universalResolverAddress })
      .catch(nullIfReverted)
    if (name === null || !isNormalized(name)) return NO_IDENTITY
    const avatar = await client
      .getEnsText({ name, key: 'avatar', universalResolverAddress })
      .catch(() => null)
    return { name, avatar: avatar !== null && isPicture(avatar) ? avatar : null }
  }
  return (account) => cache.get(account, Date.now(), () => resolve(account))
}

/** @param signal - Ends all requests of the client. */
function createEnsClient(rpcUrl: string, signal: AbortSignal) {
  const transport = http(rpcUrl, {
    timeout: TIME_LIMITS.node,
    retryCount: 0,
    fetchFn: (input, init) =>
      boundedFetch(input, { ...init, signal }, TIME_LIMITS.node, () => undefined),
  })
  return createPublicClient({ transport, ccipRead: false })
}

/** A resolver belongs to its account: it may revert, or ask for a fetch, as it likes. */
function nullIfReverted(error: unknown): null {
  if (isRevert(error)) return null
  throw new NodesUnreachableError({ cause: error })
}

/** Other names can look like someone else's (ENSIP-15). */
export function isNormalized(name: string): boolean {
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}

function isPicture(avatar: string): boolean {
  if (avatar.length > MAX_AVATAR_LENGTH) return false
  if (/^ipfs:\/\/(?:ipfs\/)?[A-Za-z0-9]{46,}/.test(avatar)) return true
  return URL.parse(avatar)?.protocol === 'https:' || /^data:image\/[\w.+-]+[;,]/.test(avatar)
}
