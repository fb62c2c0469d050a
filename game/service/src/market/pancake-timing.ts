import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** Joins `timing`: the interval in force when round `s` of `round_starts` started. */
export const joinTiming: RawBuilder<unknown> = sql`
  cross join lateral (
    select t.interval_seconds from timing_changes t
    where (t.block_number, t.log_index) < (s.block_number, s.log_index)
    order by t.block_number desc, t.log_index desc limit 1
  ) timing`
