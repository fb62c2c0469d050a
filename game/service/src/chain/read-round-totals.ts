import { pancakePredictionAbi } from '@bullring/prediction/pancake-prediction-abi'
import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { Address, Hash } from 'viem'
import type { ChainClient } from './chain-client.ts'

/** Reads a contract's own sums of a round, in the state of `blockHash`. Both market kinds share the ABI. */
export async function readRoundTotals(
  client: ChainClient,
  { prediction, epoch, blockHash }: { prediction: Address; epoch: Epoch; blockHash: Hash },
): Promise<{ start: UnixSeconds; bullAmount: bigint; bearAmount: bigint }> {
  const round = await client.readContract({
    address: prediction,
    abi: pancakePredictionAbi,
    functionName: 'rounds',
    args: [epoch],
    blockHash,
  })
  const [, start, , , , , , , , bullAmount, bearAmount] = round
  return { start: toUnixSeconds(start), bullAmount, bearAmount }
}
