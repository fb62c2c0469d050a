import type { Hash, RpcTransactionReceipt } from 'viem'
import { type ChainClient, readChain } from './chain-client.ts'

/** Returns the receipt of a transaction as the node writes it, or null while it is not on the chain. */
export async function findReceipt(
  chain: ChainClient,
  hash: Hash,
): Promise<RpcTransactionReceipt | null> {
  return await readChain(chain.request({ method: 'eth_getTransactionReceipt', params: [hash] }))
}
