import { setTimeout as sleep } from 'node:timers/promises'
import type { Identity } from '@bullring/wire/blockchain-api/identity'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import type { Address } from 'viem'
import { createPublicClient, http } from 'viem'
import { mainnet } from 'viem/chains'

/** Resolves the name and picture of an account. */
export type NameResolver = (account: Address) => Promise<Identity>

const NO_IDENTITY: Identity = { name: null, avatar: null }

/** For services without a resolver. */
export const resolveNothing: NameResolver = () => Promise.resolve(NO_IDENTITY)

/** Time left for the picture after the name. */
const AVATAR_LIMIT_MS = TIME_LIMITS.service - TIME_LIMITS.node

/**
 * Creates a resolver for the Ethereum Name Service.
 *
 * @param rpcUrl - A node of Ethereum's main network.
 */
export function createEnsResolver(rpcUrl: string): NameResolver {
  const transport = http(rpcUrl, { timeout: TIME_LIMITS.node, retryCount: 0 })
  const client = createPublicClient({ chain: mainnet, transport })
  return async (account) => {
    const name = await client.getEnsName({ address: account })
    if (name === null) return NO_IDENTITY
    const avatar = await Promise.race([
      client.getEnsAvatar({ name }).catch(() => null),
      sleep(AVATAR_LIMIT_MS, null, { ref: false }),
    ])
    // The visitor's browser fetches the picture: only plain web addresses are passed on.
    return { name, avatar: avatar?.startsWith('https://') ? avatar : null }
  }
}
