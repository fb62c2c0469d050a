import type { Database } from '../../db/open-database.ts'

type LogTable =
  | 'bets'
  | 'claims'
  | 'strikes'
  | 'fee_changes'
  | 'round_starts'
  | 'round_locks'
  | 'round_ends'
  | 'round_rewards'
  | 'timing_changes'
  | 'oracle_changes'

/** Reads every row derived from logs, in the chain's order. */
export async function storedRows(db: Database) {
  const inOrder = <table extends LogTable>(table: table) =>
    db
      .selectFrom<LogTable>(table)
      .selectAll()
      .orderBy('block_number')
      .orderBy('log_index')
      .execute()
  return {
    bets: await inOrder('bets'),
    claims: await inOrder('claims'),
    strikes: await inOrder('strikes'),
    feeChanges: await inOrder('fee_changes'),
    starts: await inOrder('round_starts'),
    locks: await inOrder('round_locks'),
    ends: await inOrder('round_ends'),
    rewards: await inOrder('round_rewards'),
    timingChanges: await inOrder('timing_changes'),
    oracleChanges: await inOrder('oracle_changes'),
  }
}
