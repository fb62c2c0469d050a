import { toUnixSeconds } from '@bullring/prediction/units'
import type { Market } from '../markets/market.ts'

/** Time in which payments that wait for cheaper gas or the budget of the next day still arrive. */
const PAID_SECONDS = 48 * 60 * 60

/** Whether a market's contract can send winnings: those of 0.2.0 and others' cannot. */
export function canPayOut({ contract }: Pick<Market, 'contract'>): boolean {
  return contract.kind === 'bullring' && contract.canPayOut
}

/** Returns the oldest round whose winnings are sent. Older ones are collected by hand. */
export async function oldestPaidEpoch({
  rounds,
  now,
}: Pick<Market, 'rounds' | 'now'>): Promise<number> {
  const [epoch] = await rounds.clock.epochsAt([toUnixSeconds(Math.max(now() - PAID_SECONDS, 0))])
  return Math.max(Number(epoch ?? 1), 1)
}
