import { deployArtifact } from '@bullring/stack/chain/deploy-artifact'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { localChain } from '@bullring/stack/chain/local-market'
import { deployLocalToken, giveLocalToken } from '@bullring/stack/chain/local-token'
import { type Address, createPublicClient, http, isAddressEqual, type PublicClient } from 'viem'
import { openChainDriver } from '../chain/chain-driver.ts'
import { stackWalletService } from '../stack/stack-wallet-service.ts'
import { currentStack, kitPortOf } from '../stack/stacks.ts'
import tokens from '../wallet/test-tokens.json' with { type: 'json' }
import { serveKitExample } from './kit-example.ts'
import type { KitOnLocalChains } from './kit-on-local-chains.ts'

/**
 * The wallet kit's example page on the stack's chain with the stack's wallet service: nodes, catalogue,
 * balances, history and sign-in are real, and of another origin than the page.
 */
export type KitOnStack = Pick<KitOnLocalChains, 'url' | 'nodes' | 'known' | 'client' | 'stop'> & {
  /** The token that the service lists. */
  token: { token: Address; decimals: number }
  /** Gives whole tokens to `holder`. */
  giveToken: (holder: Address, amount: string) => Promise<void>
  /** Deploys a contract wallet that `owner` signs for. */
  deployWallet: (owner: Address) => Promise<Address>
}

const CHAIN_ID = 31_337
/** Deploys nothing but the token, so the token's address is known beforehand. */
const minter = localAccounts(0).exchangeTrader

/** Starts the example page on the project's stack. */
export async function startKitOnStack(): Promise<KitOnStack> {
  const { rpcUrl } = await openChainDriver()
  const client = createPublicClient({
    chain: localChain(CHAIN_ID, rpcUrl),
    transport: http(rpcUrl),
  })
  const token = await ensureToken(rpcUrl, client)
  const example = await serveKitExample(undefined, kitPortOf(currentStack()))
  const { url: servicesUrl, projectId } = stackWalletService()
  const local = `${servicesUrl}/v1/?chainId=eip155:${CHAIN_ID}&projectId=${projectId}`
  const services = { catalogueUrl: servicesUrl, servicesUrl, projectId }
  return {
    nodes: { [CHAIN_ID]: rpcUrl },
    known: [CHAIN_ID],
    client,
    token,
    url: (options = {}, more = {}) => {
      const query = { local, options: JSON.stringify({ ...services, ...options }), ...more }
      return `${example.url}/?${new URLSearchParams(query)}`
    },
    giveToken: (holder, amount) => giveLocalToken({ ...where(rpcUrl), ...token, holder, amount }),
    deployWallet: (owner) =>
      deployArtifact({ ...where(rpcUrl), name: 'MockContractWallet', args: [owner] }),
    stop: () => Promise.resolve(example.stop()),
  }
}

function where(rpcUrl: string) {
  return { rpcUrl, chainId: CHAIN_ID, owner: minter }
}

/** Deploys the token, unless an earlier test did. */
async function ensureToken(rpcUrl: string, client: PublicClient) {
  const [listed] = tokens
  if (listed === undefined) throw new Error('test-tokens.json is empty')
  const { name, symbol, decimals } = listed
  const address = listed.address as Address
  if ((await client.getCode({ address })) === undefined) {
    const token = { name, symbol, decimals, supply: '1000000' }
    const deployed = await deployLocalToken({ ...where(rpcUrl), ...token })
    if (!isAddressEqual(deployed, address)) throw new Error(`The token is at ${deployed}`)
  }
  return { token: address, decimals }
}
