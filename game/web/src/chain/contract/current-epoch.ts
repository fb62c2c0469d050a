import { type Epoch, toEpoch } from '@bullring/prediction/units'
import type { Address, Client } from 'viem'

/** First four bytes of the hash of "currentEpoch()". */
const CURRENT_EPOCH_SELECTOR = '0x76671808'

/**
 * Reads the open round from the contract. Encoded by hand: reading it by the ABI would load all the
 * contract code before the page has anything to send.
 */
export async function readCurrentEpoch(client: Client, prediction: Address): Promise<Epoch> {
  const call = { to: prediction, data: CURRENT_EPOCH_SELECTOR } as const
  return toEpoch(BigInt(await client.request({ method: 'eth_call', params: [call, 'latest'] })))
}
