import { readArtifact } from '@bullring/contracts/artifact'
import { presetFeed } from '@bullring/contracts/preset-feed'
import type { Account, Address, Hex } from 'viem'
import {
  createPublicClient,
  createWalletClient,
  http,
  numberToHex,
  pad,
  parseAbi,
  parseEther,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { callRpc, LOCAL_MNEMONIC, startAnvil } from '../chain/anvil.ts'
import { localChain } from '../chain/local-market.ts'

const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** One of the tokens whose balances the wallet service reads. */
const WRAPPED_BNB = {
  56: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
  97: '0xae13d989daC2f0dEbFf460aC112a837C89BAa7cd',
} as const
const feedAbi = parseAbi(['function push(int256 answer) returns (uint80)'])

/** A node of BNB Smart Chain as far as an operator can tell: chain id, price feed, Multicall3. */
export type TestPublicChain = Awaited<ReturnType<typeof startPublicChain>>

/** Starts a chain with the id of a public one, which mines every second, and its price feed at the known address. */
export async function startPublicChain(chainId: 56 | 97) {
  const { rpcUrl, child } = await startAnvil({ chainId, blockSeconds: 1 })
  const chain = localChain(chainId, rpcUrl)
  const client = createPublicClient({ chain, transport: http(rpcUrl), pollingInterval: 50 })
  const walletOf = (account: Account) =>
    createWalletClient({ account, chain, transport: http(rpcUrl) })
  const oracle = mnemonicToAccount(LOCAL_MNEMONIC, { addressIndex: 19 })
  const feed = presetFeed(chainId)
  if (feed === null) throw new Error(`Chain ${chainId} has no known feed`)
  await placeFeed(rpcUrl, feed, oracle.address)
  await placeCode(rpcUrl, MULTICALL3, 'Multicall3')
  await placeCode(rpcUrl, WRAPPED_BNB[chainId], 'MockToken')

  const send = async (hash: Hex) => {
    await callRpc(rpcUrl, 'evm_mine', [])
    return await client.waitForTransactionReceipt({ hash })
  }
  return {
    rpcUrl,
    client,
    walletOf,
    /** Mines a transaction and returns its receipt. */
    send,
    /** Makes the oracle report a price (8 decimals) now. */
    pushPrice: async (price: bigint) => {
      const call = { address: feed, abi: feedAbi, functionName: 'push' } as const
      await send(await walletOf(oracle).writeContract({ ...call, args: [price] }))
    },
    fund: (address: Address, bnb: string) =>
      callRpc(rpcUrl, 'anvil_setBalance', [address, numberToHex(parseEther(bnb))]),
    stop: () => child.stop(0),
  }
}

/** Puts the code of a feed where the public chain has Chainlink's, with the storage that its constructor would write. */
async function placeFeed(rpcUrl: string, feed: Address, owner: Address): Promise<void> {
  await placeCode(rpcUrl, feed, 'MockPublicFeed')
  await callRpc(rpcUrl, 'anvil_setStorageAt', [feed, '0x0', pad(owner)])
  await callRpc(rpcUrl, 'anvil_setStorageAt', [feed, '0x1', numberToHex(1n << 64n, { size: 32 })])
}

async function placeCode(rpcUrl: string, address: Address, contract: string): Promise<void> {
  await callRpc(rpcUrl, 'anvil_setCode', [address, readArtifact(contract).deployedBytecode])
}
