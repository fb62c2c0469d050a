import { readFile } from 'node:fs/promises'
import type { PriceE8, Wei } from '@bullring/prediction/units'
import { toPriceE8, toWei } from '@bullring/prediction/units'
import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'

/** A round as it was played on BNB Smart Chain, which the local market replays. */
export type RecordedRound = {
  /** Number of the round on BNB Smart Chain. */
  epoch: number
  lockPrice: PriceE8
  closePrice: PriceE8
  bullAmount: Wei
  bearAmount: Wei
  rewardBaseCalAmount: Wei
  rewardAmount: Wei
}

/** Fields of a round that the replay uses. */
export type ReplayRound = Pick<
  RecordedRound,
  'lockPrice' | 'closePrice' | 'bullAmount' | 'bearAmount'
>

const digits = z.pipe(
  z.string().check(z.regex(/^\d+$/)),
  z.transform((text: string) => BigInt(text)),
)
const wei = z.pipe(digits, z.transform(toWei))
const price = z.pipe(digits, z.transform(toPriceE8))

const Row = z.object({
  epoch: z.pipe(digits, z.transform(Number)),
  lockPrice: price,
  closePrice: price,
  bullAmount: wei,
  bearAmount: wei,
  rewardBaseCalAmount: wei,
  rewardAmount: wei,
})

/** Reads the 200 consecutive rounds of `data/pancake-v2-rounds.csv`; its README names the source. */
export async function readRecordedRounds(): Promise<readonly RecordedRound[]> {
  const file = new URL('../../data/pancake-v2-rounds.csv', import.meta.url)
  const rows: unknown = parse(await readFile(file, 'utf8'), {
    columns: true,
    skip_empty_lines: true,
  })
  return z.parse(z.array(Row), rows)
}

/** Returns the recorded round that local round `epoch` replays, starting over after the last one. */
export function recordedRound<round extends ReplayRound>(
  rounds: readonly round[],
  epoch: number,
): round {
  const round = rounds.at((epoch - 1) % rounds.length)
  if (round === undefined) throw new Error('There are no recorded rounds')
  return round
}
