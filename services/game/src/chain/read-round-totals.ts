import { pancakePredictionAbi } from '@bullring/prediction/pancake-prediction-abi'
import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { Address, Hash } from 'viem'
import type { ChainClient } from './chain-client.ts'

/**
 * Reads what a contract has counted of a round itself, after block `blockHash`. Both kinds of market
 * encode it alike.
 */
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
