import { readArtifact } from '@bullring/contracts/artifact'
import { waitForReceipt } from '@bullring/contracts/wait-for-receipt'
import { type ChainRpc, createChainRpc } from '@bullring/server/chain/nodes/chain-rpc'
import { createUpstream } from '@bullring/server/chain/nodes/upstream'
import { callRpc, startAnvil } from '@bullring/stack/chain/anvil'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { localChain } from '@bullring/stack/chain/local-market'
import type {
  Address,
  AuthorizationList,
  Chain,
  Hex,
  HttpTransport,
  PublicClient,
  WalletClient,
} from 'viem'
import { createPublicClient, createWalletClient, getAddress, http } from 'viem'
import type { HDAccount } from 'viem/accounts'
import type { ChainIdentity } from '../chain/rpc-client.ts'

export const TEST_CHAIN: ChainIdentity = { id: 31_337, name: 'Local chain', coin: 'BNB' }

const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** A local chain (anvil) that mines each transaction immediately. */
export type TestChain = {
  rpcUrl: string
  chainRpc: ChainRpc
  /** Funded accounts with known keys. */
  accounts: readonly HDAccount[]
  client: PublicClient<HttpTransport, Chain>
  wallet: WalletClient<HttpTransport, Chain, HDAccount>
  /** Deploys one of the contracts' artifacts. */
  deploy: (name: string, args?: readonly unknown[]) => Promise<Address>
  /** Sends and waits until it is mined. */
  send: (transaction: {
    from?: HDAccount
    to: Address
    value?: bigint
    data?: Hex
    authorizationList?: AuthorizationList
  }) => Promise<Hex>
  rpc: (method: string, params?: readonly unknown[]) => Promise<unknown>
  stop: () => Promise<void>
}

/** Starts a chain with Multicall3 as the only contract. */
export async function startTestChain(): Promise<TestChain> {
  const { rpcUrl, child } = await startAnvil({ chainId: TEST_CHAIN.id, blockSeconds: null })
  const rpc = (method: string, params: readonly unknown[] = []) => callRpc(rpcUrl, method, params)
  await rpc('anvil_setCode', [MULTICALL3, readArtifact('Multicall3').deployedBytecode])
  const accounts = localAccounts(4).traders
  const [account] = accounts
  if (account === undefined) throw new Error('no account')
  const chain = localChain(TEST_CHAIN.id, rpcUrl)
  const transport = http(rpcUrl)
  const client = createPublicClient({ chain, transport, pollingInterval: 20 })
  const wallet = createWalletClient({ account, chain, transport })
  const mined = (hash: Hex) => waitForReceipt(client, hash)
  return {
    rpcUrl,
    chainRpc: createChainRpc({ chainId: TEST_CHAIN.id, upstreams: [createUpstream(rpcUrl)] }),
    accounts,
    client,
    wallet,
    deploy: async (name, args = []) => {
      const { abi, bytecode } = readArtifact(name)
      const { contractAddress } = await mined(await wallet.deployContract({ abi, bytecode, args }))
      if (!contractAddress) throw new Error(`${name} was not deployed`)
      return getAddress(contractAddress)
    },
    send: async ({ from = account, ...transaction }) => {
      const hash = await wallet.sendTransaction({ account: from, ...transaction })
      await mined(hash)
      return hash
    },
    rpc,
    stop: () => child.stop(0),
  }
}
