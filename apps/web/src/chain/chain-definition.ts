import type { AppConfig } from '@bullring/wire/game-api/config'
import type { Chain } from 'viem'

/**
 * The chain as viem wants it, from our own configuration: viem's `bsc` would bring foreign RPC
 * hosts along, and a local chain may carry any id.
 *
 * @param origin - Of the page; paths such as "/rpc" are resolved against it.
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
