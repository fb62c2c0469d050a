import { type Epoch, toEpoch } from '@bullring/prediction/units'
import type { MarketKind } from '@bullring/wire/chain/market-kind'
import type { Address, Client } from 'viem'

/** First four bytes of the hashes of "firstPausedEpoch()" and "paused()". */
const SELECTORS = { bullring: '0xff03ec0f', 'pancake-v2': '0x5c975abb' } as const

/**
 * Reads the first round without bets, which may be the round after the open one; null unless bets are paused or about to be. A
 * PancakePredictionV2 contract pauses at once and returns true, which reads as 1: no round takes bets. Encoded by hand like
 * `readCurrentEpoch`.
 */
export async function readFirstPausedEpoch(
  client: Client,
  prediction: Address,
  kind: MarketKind,
): Promise<Epoch | null> {
  const call = { to: prediction, data: SELECTORS[kind] } as const
  const result = await client.request({ method: 'eth_call', params: [call, 'latest'] })
  return BigInt(result) === 0n ? null : toEpoch(BigInt(result))
}
