import type { Epoch } from '@bullring/prediction/units'
import { sql } from 'kysely'
import type { Database } from '../db/open-database.ts'

const HOUR_S = 3_600
const HOURS = 24

/** The bets of one hour. */
export type Hour = { atS: number; bets: number; volume: bigint; players: number }

/** Returns the start of the hours that {@link findHours} sums up. */
export function firstHour(nowS: number): number {
  return (Math.floor(nowS / HOUR_S) - HOURS + 1) * HOUR_S
}

/**
 * Sums up the bets of the last 24 hours, by hour, from what the database still has of them.
 *
 * @param from - The round that took bets at {@link firstHour}.
 */
export async function findHours(db: Database, nowS: number, from: Epoch | null): Promise<Hour[]> {
  const first = firstHour(nowS)
  const { rows } = await sql<{ hour: number; bets: number; volume: bigint; players: number }>`
    select placed_at / ${sql.lit(HOUR_S)} as hour, count(*) as bets, sum(amount) as volume,
      count(distinct account) as players
    from bets where epoch >= ${Number(from ?? 0n)} and placed_at >= ${first}
    group by 1`.execute(db)
  const found = new Map(rows.map((row) => [row.hour, row]))
  return Array.from({ length: HOURS }, (_, index) => {
    const hour = first / HOUR_S + index
    const row = found.get(hour)
    return {
      atS: hour * HOUR_S,
      bets: row?.bets ?? 0,
      volume: row?.volume ?? 0n,
      players: row?.players ?? 0,
    }
  })
}
