import { BlockNotFoundError, type Hash } from 'viem'
import type { RpcClient } from './rpc-client.ts'

/** Returns a block, or null when the chain does not have it, or no longer has it. */
export async function findBlock(
  client: RpcClient,
  number: number,
): Promise<{ hash: Hash; timestamp: bigint } | null> {
  try {
    return await client.getBlock({ blockNumber: BigInt(number) })
  } catch (error) {
    if (error instanceof BlockNotFoundError) return null
    throw error
  }
}
