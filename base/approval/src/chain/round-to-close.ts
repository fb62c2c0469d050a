import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Address, Client } from 'viem'
import { readContract } from 'viem/actions'
import type { DecodedCall } from '../decode/decode-call.ts'

/** A bet to approve, and whether its round still takes it. */
export type RoundToClose = {
  epoch: bigint
  /** Reads the chain. Can be repeated. */
  hasClosed: () => Promise<boolean>
}

/** Returns the round of a bet; null for other calls, which do not end with a round. */
export function roundToClose(
  client: Client,
  { to, call }: { to: Address | null; call: DecodedCall },
): RoundToClose | null {
  if (call.kind !== 'bet' || to === null) return null
  const { epoch } = call
  const current = () =>
    readContract(client, { address: to, abi: predictionAbi, functionName: 'currentEpoch' })
  return { epoch, hasClosed: async () => (await current()) > epoch }
}
