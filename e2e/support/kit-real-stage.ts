import { buildContracts } from '@bullring/stack/build'
import { deployArtifact } from '@bullring/stack/chain/deploy-artifact'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { localChain } from '@bullring/stack/chain/local-market'
import { deployLocalToken, giveLocalToken } from '@bullring/stack/chain/local-token'
import { type Address, createPublicClient, http, isAddressEqual } from 'viem'
import { openChainDriver } from './chain-driver.ts'
import { buildExample, serve } from './kit-page.ts'
import { kitService } from './kit-service.ts'
import type { KitStage } from './kit-stage.ts'
import tokens from './kit-tokens.json' with { type: 'json' }
import { kitPortOf, worker } from './stack-file.ts'

/**
 * The wallet kit's example page on the stack's chain, with the stack's wallet service behind it: nodes,
 * catalogue, balances, history and sign-in are real, and of another origin than the page.
 */
export type KitRealStage = Pick<KitStage, 'url' | 'nodes' | 'known' | 'client' | 'stop'> & {
  /** The token that the service was told of. */
  token: { token: Address; decimals: number }
  /** Hands out whole tokens. */
  giveToken: (holder: Address, amount: string) => Promise<void>
  /** Deploys a contract wallet that `owner` signs for. */
  deployWallet: (owner: Address) => Promise<Address>
}

const CHAIN_ID = 31_337
/** Deploys nothing but the token, whose address therefore is known before. */
const minter = localAccounts(16).traders[15]

export async function startKitRealStage(): Promise<KitRealStage> {
  const [folder, { rpcUrl }] = await Promise.all([
    buildExample(),
    openChainDriver(),
    buildContracts(),
  ])
  const client = createPublicClient({
    chain: localChain(CHAIN_ID, rpcUrl),
    transport: http(rpcUrl),
  })
  const token = await ensureToken(rpcUrl, client)
  const page = await serve(folder, undefined, kitPortOf(worker))
  const { url: servicesUrl, projectId } = kitService
  const local = `${servicesUrl}/v1/?chainId=eip155:${CHAIN_ID}&projectId=${projectId}`
  const services = { catalogueUrl: servicesUrl, servicesUrl, projectId }
  return {
    nodes: { [CHAIN_ID]: rpcUrl },
    known: [CHAIN_ID],
    client,
    token,
    url: (options = {}, more = {}) => {
      const query = { local, options: JSON.stringify({ ...services, ...options }), ...more }
      return `${page.url}/?${new URLSearchParams(query)}`
    },
    giveToken: (holder, amount) => giveLocalToken({ ...where(rpcUrl), ...token, holder, amount }),
    deployWallet: (owner) =>
      deployArtifact({ ...where(rpcUrl), name: 'MockContractWallet', args: [owner] }),
    stop: () => Promise.resolve(page.stop()),
  }
}

function where(rpcUrl: string) {
  if (minter === undefined) throw new Error('There is no account for the token')
  return { rpcUrl, chainId: CHAIN_ID, owner: minter }
}

/** Deploys the token unless a spec before has done so. */
async function ensureToken(rpcUrl: string, client: KitStage['client']) {
  const [listed] = tokens
  if (listed === undefined) throw new Error('kit-tokens.json is empty')
  const { name, symbol, decimals } = listed
  const address = listed.address as Address
  if ((await client.getCode({ address })) === undefined) {
    const token = { name, symbol, decimals, supply: '1000000' }
    const deployed = await deployLocalToken({ ...where(rpcUrl), ...token })
    if (!isAddressEqual(deployed, address)) throw new Error(`The token is at ${deployed}`)
  }
  return { token: address, decimals }
}
