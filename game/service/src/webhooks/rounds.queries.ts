import type { Round } from '@bullring/game-api/round'
import { sql } from 'kysely'
import type { Database } from '../db/open-database.ts'
import { type Announced, findAnnouncement, nextAfter, type RoundWindow } from './announcement.ts'
import { addRoundEvent } from './webhooks.queries.ts'

/** A market whose rounds are announced. */
export type AnnouncedMarket = {
  symbol: string
  /** The prediction contract. */
  prediction: string
}

/** Returns whether a webhook of a market is on. */
export async function hasReceivers(db: Database, symbol: string): Promise<boolean> {
  const { rows } = await sql`select from webhooks
    where symbol = ${symbol} and off_since is null limit 1`.execute(db)
  return rows.length > 0
}

/** Returns whether a webhook of any market is on, and whether an event is due. */
export async function findWork(db: Database): Promise<{ hasReceivers: boolean; isDue: boolean }> {
  const { rows } = await sql<{ hasReceivers: boolean; isDue: boolean }>`select
    exists (select from webhooks where off_since is null) as "hasReceivers",
    exists (select from webhook_deliveries where next_at <= now()) as "isDue"`.execute(db)
  return rows[0] ?? { hasReceivers: true, isDue: true }
}

/** Returns the first round of a market that is not done; null before the first announcement. */
export async function findNextEpoch(db: Database, symbol: string): Promise<number | null> {
  const { rows } = await sql<{ next: number }>`select next_epoch as next from webhook_progress
    where symbol = ${symbol}`.execute(db)
  return rows[0]?.next ?? null
}

/** Skips the rounds of a market before `epoch`, unless it has receivers that rounds have been announced to. */
export async function skipRounds(db: Database, symbol: string, epoch: number): Promise<void> {
  await sql`
    with skipped as (
      insert into webhook_progress as p (symbol, next_epoch) values (${symbol}, ${epoch})
      on conflict (symbol) do update set next_epoch = excluded.next_epoch
        where not exists (select from webhooks w where w.symbol = p.symbol and w.off_since is null)
      returning symbol
    )
    delete from webhook_rounds where symbol in (select symbol from skipped)`.execute(db)
}

/**
 * Adds an event for each round of a window that has news, and records how far the market is done: in one transaction, so that
 * a crash loses nothing, and two processes announce nothing twice. Does nothing where another process has gone on since.
 *
 * @param rounds - Those of the window, oldest first.
 */
export async function announceRounds(
  db: Database,
  { symbol, prediction }: AnnouncedMarket,
  { window, rounds }: { window: RoundWindow; rounds: readonly Round[] },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const progress = await sql<{ next: number }>`select next_epoch as next from webhook_progress
      where symbol = ${symbol} for update`.execute(tx)
    if (progress.rows[0]?.next !== window.next) return
    const known = await findAnnounced(tx, symbol, window)
    for (const round of rounds) {
      const { epoch } = round
      const found = findAnnouncement(round, known.get(epoch) ?? null)
      if (found === null) continue
      const { type, result, revision } = found
      const data = { symbol, market: prediction, epoch, revision, round }
      await addRoundEvent(tx, { type, data })
      await sql`insert into webhook_rounds (symbol, epoch, result, revision)
        values (${symbol}, ${epoch}, ${result}, ${revision})
        on conflict (symbol, epoch) do update
          set result = excluded.result, revision = excluded.revision`.execute(tx)
    }
    const next = nextAfter(window, rounds)
    await sql`update webhook_progress set next_epoch = ${next}
      where symbol = ${symbol} and next_epoch <> ${next}`.execute(tx)
    await sql`delete from webhook_rounds where symbol = ${symbol} and epoch < ${next}`.execute(tx)
  })
}

async function findAnnounced(
  db: Database,
  symbol: string,
  { first, last }: RoundWindow,
): Promise<Map<number, Announced>> {
  const { rows } = await sql<Announced & { epoch: number }>`
    select epoch, result, revision from webhook_rounds
    where symbol = ${symbol} and epoch between ${first} and ${last}`.execute(db)
  return new Map(rows.map(({ epoch, result, revision }) => [epoch, { result, revision }]))
}
