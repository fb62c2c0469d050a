import type { Address, Hex, Log } from 'viem'
import { type ChainClient, readChain } from './chain-client.ts'

/** Sender and gas limit of a transaction. */
export type Sending = { relayer: Address; gas: bigint }

/**
 * Runs the very transaction that would be sent, on the newest block.
 *
 * @param refusalOf - Returns the error for the transaction's revert data.
 */
export async function simulateCall(
  chain: ChainClient,
  { to, data }: { to: Address; data: Hex },
  { relayer, gas }: Sending,
  refusalOf: (data: Hex) => Error,
): Promise<{ gasUsed: bigint; logs: readonly Log[] }> {
  const call = { account: relayer, to, data, gas }
  const [block] = await readChain(chain.simulateBlocks({ blocks: [{ calls: [call] }] }))
  const result = block?.calls[0]
  if (result?.status !== 'success') throw refusalOf(result?.data ?? '0x')
  return { gasUsed: result.gasUsed, logs: result.logs ?? [] }
}
