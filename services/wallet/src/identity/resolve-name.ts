import type { Identity } from '@bullring/wire/blockchain-api/identity'
import type { Address } from 'viem'
import { createPublicClient, http } from 'viem'
import { mainnet } from 'viem/chains'

/** Looks up what an account calls itself. */
export type NameResolver = (account: Address) => Promise<Identity>

const NOBODY: Identity = { name: null, avatar: null }

/** For places without a resolver. */
export const resolveNothing: NameResolver = () => Promise.resolve(NOBODY)

const TIMEOUT_MS = 5_000

/**
 * Looks names up in the Ethereum Name Service.
 *
 * @param rpcUrl - A node of Ethereum's main network.
 */
export function createEnsResolver(rpcUrl: string): NameResolver {
  const transport = http(rpcUrl, { timeout: TIMEOUT_MS, retryCount: 1 })
  const client = createPublicClient({ chain: mainnet, transport })
  return async (account) => {
    const name = await client.getEnsName({ address: account })
    if (name === null) return NOBODY
    // A picture is fetched by the visitor's browser, so only a plain web address is passed on.
    const avatar = await client.getEnsAvatar({ name }).catch(() => null)
    return { name, avatar: avatar?.startsWith('https://') ? avatar : null }
  }
}
