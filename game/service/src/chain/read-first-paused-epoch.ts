import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { type Epoch, toEpoch } from '@bullring/prediction/units'
import type { MarketContract } from '../market/market-contract.ts'
import type { ChainClient } from './chain-client.ts'

/**
 * Reads the first round without bets, which may be the round after the open one; null unless bets are paused or about to be. A
 * PancakePredictionV2 contract pauses at once: no round takes bets.
 */
export async function readFirstPausedEpoch(
  client: ChainClient,
  { kind, predictionAddress: address }: MarketContract,
): Promise<Epoch | null> {
  const contract = { address, abi: predictionAbi } as const
  if (kind === 'pancake-v2') {
    // The same function in both contracts.
    const isPaused = await client.readContract({ ...contract, functionName: 'paused' })
    return isPaused ? toEpoch(1n) : null
  }
  const epoch = await client.readContract({ ...contract, functionName: 'firstPausedEpoch' })
  return epoch === 0n ? null : toEpoch(epoch)
}
