import { buildContracts } from '@bullring/stack/build'
import { startAnvil } from '@bullring/stack/chain/anvil'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { localChain } from '@bullring/stack/chain/local-market'
import { deployLocalToken, giveLocalToken } from '@bullring/stack/chain/local-token'
import { type Address, createPublicClient, http, type PublicClient } from 'viem'
import { buildExample, serve } from './kit-page.ts'

/** The wallet kit's example page on two networks of its own, beside one that it does not know. */
export type KitStage = {
  /** Address of the page, with the kit's options in its query. */
  url: (options?: object, more?: Readonly<Record<string, string>>) => string
  /** Nodes by chain id: 56 and 97, which the page knows, and `UNKNOWN_CHAIN`. */
  nodes: Readonly<Record<number, string>>
  /** Networks that wallets know, the one they are on first. */
  known: readonly [number, ...number[]]
  client: PublicClient
  /** A token on network 56, `amount` (whole tokens) of it in the hands of `holder`. */
  deployToken: (holder: Address, amount: string) => Promise<Address>
  stop: () => Promise<void>
}

export const UNKNOWN_CHAIN = 1_001

export async function startKitStage(): Promise<KitStage> {
  const [folder] = await Promise.all([buildExample(), buildContracts()])
  const chains = await Promise.all(
    [56, 97, UNKNOWN_CHAIN].map(async (chainId) => {
      const anvil = await startAnvil({ chainId, blockSeconds: null })
      return { chainId, ...anvil }
    }),
  )
  const nodes = Object.fromEntries(chains.map(({ chainId, rpcUrl }) => [chainId, rpcUrl]))
  const rpcUrl = nodes[56] ?? ''
  const page = await serve(folder, (path, body) => askNode(nodes[path.slice('/rpc/'.length)], body))
  return {
    nodes,
    known: [56, 97],
    client: createPublicClient({ chain: localChain(56, rpcUrl), transport: http(rpcUrl) }),
    url: (options = {}, more = {}) => {
      const query = new URLSearchParams({
        rpc: `${page.url}/rpc/56`,
        second: `${page.url}/rpc/97`,
        options: JSON.stringify(options),
        ...more,
      })
      return `${page.url}/?${query}`
    },
    deployToken: async (holder, amount) => {
      const where = { rpcUrl, chainId: 56, owner: localAccounts(0).owner }
      const token = { name: 'Arena Dollar', symbol: 'ARD', decimals: 6 }
      const address = await deployLocalToken({ ...where, ...token, supply: amount })
      await giveLocalToken({ ...where, token: address, decimals: 6, holder, amount })
      return address
    },
    stop: async () => {
      page.stop()
      await Promise.all(chains.map(({ child }) => child.stop(1_000)))
    },
  }
}

/** The nodes stand behind the page's own origin: anvil answers no page of another. */
async function askNode(rpcUrl: string | undefined, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(rpcUrl ?? '', { method: 'POST', headers, body })
  return response.text()
}
