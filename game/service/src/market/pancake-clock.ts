import type { UnixSeconds } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import { sql } from 'kysely'
import type { Database } from '../db/open-database.ts'
import { joinTiming } from './pancake-timing.ts'
import type { RoundClock } from './round-rules.ts'

/** Shorter than the rounds of any known market. */
const PHASE_SECONDS = 60

/**
 * Takes round times from `StartRound` events: the latest started round stays current, however late it
 * is. A round closes two intervals after its start, plus the delay of its lock, which is less than an
 * interval.
 */
export function createPancakeClock(db: Database): RoundClock {
  return {
    currentEpoch: async () => {
      const row = await db
        .selectFrom('round_starts')
        .select((expression) => expression.fn.max('epoch').as('epoch'))
        .executeTakeFirstOrThrow()
      return toEpoch(row.epoch ?? 0)
    },
    epochsAt: async (times: readonly UnixSeconds[]) => {
      const { rows } = await sql<{ epoch: number | null }>`
        select (
          select s.epoch from round_starts s where s.started_at <= moment.at
          order by s.started_at desc, s.epoch desc limit 1
        ) as epoch
        from unnest(${times}::int8[]) with ordinality as moment (at, position)
        order by moment.position`.execute(db)
      return rows.map(({ epoch }) => toEpoch(epoch ?? 0))
    },
    firstEpochClosedAfter: async (time: UnixSeconds) => {
      const { rows } = await sql<{ epoch: number }>`
        select coalesce((
          select s.epoch from round_starts s
          left join round_locks l on l.epoch = s.epoch
          ${joinTiming}
          where s.started_at > ${time} - 3 * (select max(t.interval_seconds) from timing_changes t)
            and coalesce(l.locked_at, s.started_at + timing.interval_seconds)
              + timing.interval_seconds > ${time}
          order by s.started_at, s.epoch limit 1
        ), (select max(s.epoch) + 1 from round_starts s), 1) as epoch`.execute(db)
      return toEpoch(rows[0]?.epoch ?? 1)
    },
    epochsRefundedBetween: async (before: UnixSeconds, after: UnixSeconds) => {
      const { rows } = await sql<{ epoch: number }>`
        select s.epoch from round_starts s
        left join round_locks l on l.epoch = s.epoch
        ${joinTiming}
        cross join lateral (
          select t.buffer_seconds from timing_changes t
          order by t.block_number desc, t.log_index desc limit 1
        ) latest
        cross join lateral (
          select coalesce(l.locked_at, s.started_at + timing.interval_seconds)
            + timing.interval_seconds + latest.buffer_seconds as at
        ) refund
        where s.started_at > ${before} - 4 * (select max(t.interval_seconds) from timing_changes t)
          and s.started_at < ${after}
          and refund.at >= ${before} and refund.at < ${after}
          and not exists (select from round_ends e where e.epoch = s.epoch)
        order by s.epoch`.execute(db)
      return rows.map(({ epoch }) => toEpoch(epoch))
    },
    phaseKey: (now) => Math.floor(now / PHASE_SECONDS),
  }
}
