import type { Address, PublicClient } from 'viem'
import { StackError } from '../errors.ts'

type Client = Pick<PublicClient, 'getBlockNumber' | 'getCode' | 'getLogs'>

/**
 * Finds the block in which a contract was created, by bisecting `eth_getCode`: some thirty requests.
 *
 * @throws {StackError} when there is no contract, or the node has no state of old blocks.
 */
export async function findCreationBlock(client: Client, address: Address): Promise<number> {
  const hasCodeAt = async (blockNumber: bigint) =>
    ((await client.getCode({ address, blockNumber })) ?? '0x') !== '0x'
  const head = await client.getBlockNumber()
  if (!(await hasCodeAt(head))) {
    throw new StackError(
      `There is no contract at ${address}. Check PREDICTION_ADDRESS, CHAIN_ID and RPC_URL.`,
    )
  }
  let before = -1n
  let first = head
  try {
    while (first - before > 1n) {
      const middle = (before + first) / 2n
      if (await hasCodeAt(middle)) first = middle
      else before = middle
    }
  } catch (cause) {
    throw noOldState(address, cause)
  }
  // Some pruned nodes report no code instead of an error. Market contracts log their owner when they are created.
  const logs = await client.getLogs({ address, fromBlock: first, toBlock: first })
  if (logs.length === 0) throw noOldState(address)
  return Number(first)
}

function noOldState(address: Address, cause?: unknown): StackError {
  return new StackError(
    `The node at RPC_URL has no state of old blocks, so the block in which ${address} was created cannot be found. Set START_BLOCK to it (a block explorer shows it as the contract's creation), or use an archive node.`,
    { cause },
  )
}
