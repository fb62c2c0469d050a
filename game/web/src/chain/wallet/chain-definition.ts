import type { AppConfig } from '@bullring/game-api/config'
import type { Chain } from 'viem'

/**
 * Creates viem's definition of the configured chain. viem's own `bsc` would add third-party RPC hosts,
 * and a local chain may have any id.
 *
 * @param origin - Origin of the page, against which paths such as "/rpc" are resolved.
 */
export function chainDefinition(chain: AppConfig['chain'], origin: string): Chain {
  const http = chain.rpcUrls.map((url) => new URL(url, origin).href)
  return {
    id: chain.id,
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: { default: { http } },
    ...(chain.explorerUrl !== null && {
      blockExplorers: { default: { name: 'Explorer', url: chain.explorerUrl } },
    }),
  }
}
