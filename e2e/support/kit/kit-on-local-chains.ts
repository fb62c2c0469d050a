import { startAnvil } from '@bullring/stack/chain/anvil'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { localChain } from '@bullring/stack/chain/local-market'
import { deployLocalToken, giveLocalToken } from '@bullring/stack/chain/local-token'
import { type Address, createPublicClient, http, type PublicClient } from 'viem'
import type { WalletChains } from '../wallet/test-wallet.ts'
import { serveKitExample } from './kit-example.ts'

/** The wallet kit's example page on two local chains, beside one that it does not know. */
export type KitOnLocalChains = WalletChains & {
  /** Address of the page, with the kit's options in its query. */
  url: (options?: object, more?: Readonly<Record<string, string>>) => string
  /** Client of chain 56. */
  client: PublicClient
  /** Deploys a token on chain 56 and gives `amount` whole tokens to `holder`. */
  deployToken: (holder: Address, amount: string) => Promise<Address>
  stop: () => Promise<void>
}

/** A chain that wallets know and the page does not. */
export const UNKNOWN_CHAIN = 1_001

/** Starts the example page and its chains: 56, 97 and `UNKNOWN_CHAIN`. */
export async function startKitOnLocalChains(): Promise<KitOnLocalChains> {
  const chains = await Promise.all(
    [56, 97, UNKNOWN_CHAIN].map(async (chainId) => {
      const anvil = await startAnvil({ chainId, blockSeconds: null })
      return { chainId, ...anvil }
    }),
  )
  const nodes = Object.fromEntries(chains.map(({ chainId, rpcUrl }) => [chainId, rpcUrl]))
  const rpcUrl = nodes[56] ?? ''
  const example = await serveKitExample((path, body) =>
    forwardToNode(nodes[path.slice('/rpc/'.length)], body),
  )
  return {
    nodes,
    known: [56, 97],
    client: createPublicClient({ chain: localChain(56, rpcUrl), transport: http(rpcUrl) }),
    url: (options = {}, more = {}) => {
      const query = new URLSearchParams({
        rpc: `${example.url}/rpc/56`,
        second: `${example.url}/rpc/97`,
        options: JSON.stringify(options),
        ...more,
      })
      return `${example.url}/?${query}`
    },
    deployToken: async (holder, amount) => {
      const where = { rpcUrl, chainId: 56, owner: localAccounts(0).owner }
      const token = { name: 'Arena Dollar', symbol: 'ARD', decimals: 6 }
      const address = await deployLocalToken({ ...where, ...token, supply: amount })
      await giveLocalToken({ ...where, token: address, decimals: 6, holder, amount })
      return address
    },
    stop: async () => {
      example.stop()
      await Promise.all(chains.map(({ child }) => child.stop(1_000)))
    },
  }
}

/** Nodes are behind the page's origin: anvil serves no page of another origin. */
async function forwardToNode(rpcUrl: string | undefined, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(rpcUrl ?? '', { method: 'POST', headers, body })
  return response.text()
}
