import { DatabaseUnusableError } from '@bullring/server/db/errors'
import { findNewer, migrate as migrateTables } from '@bullring/server/db/migrate'
import { sql } from 'kysely'
import { inSchema } from './in-schema.ts'
import { indexMigration } from './migrations/0001-index.ts'
import { decidedBetsMigration } from './migrations/0002-decided-bets.ts'
import { referralsMigration } from './migrations/0003-referrals.ts'
import { changesMigration } from './migrations/0004-changes.ts'
import { pancakeRoundsMigration } from './migrations/0005-pancake-rounds.ts'
import { standingsMigration } from './migrations/0006-standings.ts'
import { incrementalPoolsMigration } from './migrations/0007-incremental-pools.ts'
import { oracleChangesMigration } from './migrations/0008-oracle-changes.ts'
import { windowStandingsMigration } from './migrations/0009-window-standings.ts'
import { payoutRulesMigration } from './migrations/0010-payout-rules.ts'
import { provenReferralsMigration } from './migrations/0011-proven-referrals.ts'
import { fullBlocksMigration } from './migrations/0012-full-blocks.ts'
import { priceHistoryMigration } from './migrations/0013-price-history.ts'
import { marketSchemasMigration } from './migrations/0014-market-schemas.ts'
import { rankedStandingsMigration } from './migrations/0015-ranked-standings.ts'
import { indexedJournalMigration } from './migrations/0016-indexed-journal.ts'
import { pushSubscriptionsMigration } from './migrations/0017-push-subscriptions.ts'
import { standingMarksMigration } from './migrations/0018-standing-marks.ts'
import { indexStateMigration } from './migrations/0020-index-state.ts'
import { notifiedPositionsMigration } from './migrations/0022-notified-positions.ts'
import { fullJournalMigration } from './migrations/0023-full-journal.ts'
import { sharedLimitsMigration } from './migrations/0024-shared-limits.ts'
import { partitionsMigration } from './migrations/0027-partitions.ts'
import { dayStandingsMigration } from './migrations/0028-day-standings.ts'
import { indexLockMigration } from './migrations/0030-index-lock.ts'
import { windowMovesMigration } from './migrations/0033-window-moves.ts'
import { journalGapsMigration } from './migrations/0035-journal-gaps.ts'
import { finalRoundsMigration } from './migrations/0036-final-rounds.ts'
import { rankingPartsMigration } from './migrations/0037-ranking-parts.ts'
import { referCodeKeyMigration } from './migrations/0040-refer-code-key.ts'
import { auditedRoundsMigration } from './migrations/0041-audited-rounds.ts'
import { packedResultsMigration } from './migrations/0042-packed-results.ts'
import { accountSumsMigration } from './migrations/0045-account-sums.ts'
import { textResultsMigration } from './migrations/0046-text-results.ts'
import { movedEpochsMigration } from './migrations/0047-moved-epochs.ts'
import { settledSinceMigration } from './migrations/0048-settled-since.ts'
import { lineRunsMigration } from './migrations/0049-line-runs.ts'
import { onePlaceMigration } from './migrations/0050-one-place.ts'
import { failingBrowsersMigration } from './migrations/0051-failing-browsers.ts'
import { provenBrowsersMigration } from './migrations/0052-proven-browsers.ts'
import { withdrawnMigration } from './migrations/0053-contract-withdrawn.ts'
import type { Database } from './open-database.ts'

/** In the order of their names. Never edit a landed migration: add the next number. */
export const MIGRATIONS = {
  '0001-index': indexMigration,
  '0002-decided-bets': decidedBetsMigration,
  '0003-referrals': referralsMigration,
  '0004-changes': changesMigration,
  '0005-pancake-rounds': pancakeRoundsMigration,
  '0006-standings': standingsMigration,
  '0007-incremental-pools': incrementalPoolsMigration,
  '0008-oracle-changes': oracleChangesMigration,
  '0009-window-standings': windowStandingsMigration,
  '0010-payout-rules': payoutRulesMigration,
  '0011-proven-referrals': provenReferralsMigration,
  '0012-full-blocks': fullBlocksMigration,
  '0013-price-history': priceHistoryMigration,
  '0014-market-schemas': marketSchemasMigration,
  '0015-ranked-standings': rankedStandingsMigration,
  '0016-indexed-journal': indexedJournalMigration,
  '0017-push-subscriptions': pushSubscriptionsMigration,
  '0018-standing-marks': standingMarksMigration,
  '0020-index-state': indexStateMigration,
  '0022-notified-positions': notifiedPositionsMigration,
  '0023-full-journal': fullJournalMigration,
  '0024-shared-limits': sharedLimitsMigration,
  '0027-partitions': partitionsMigration,
  '0028-day-standings': dayStandingsMigration,
  '0030-index-lock': indexLockMigration,
  '0033-window-moves': windowMovesMigration,
  '0035-journal-gaps': journalGapsMigration,
  '0036-final-rounds': finalRoundsMigration,
  '0037-ranking-parts': rankingPartsMigration,
  '0040-refer-code-key': referCodeKeyMigration,
  '0041-audited-rounds': auditedRoundsMigration,
  '0042-packed-results': packedResultsMigration,
  '0045-account-sums': accountSumsMigration,
  '0046-text-results': textResultsMigration,
  '0047-moved-epochs': movedEpochsMigration,
  '0048-settled-since': settledSinceMigration,
  '0049-line-runs': lineRunsMigration,
  '0050-one-place': onePlaceMigration,
  '0051-failing-browsers': failingBrowsersMigration,
  '0052-proven-browsers': provenBrowsersMigration,
  '0053-contract-withdrawn': withdrawnMigration,
}

/** What belongs to accounts and callers, and not to one market: in the default schema only. */
const SHARED: ReadonlySet<string> = new Set([
  '0003-referrals',
  '0011-proven-referrals',
  '0017-push-subscriptions',
  '0024-shared-limits',
  '0040-refer-code-key',
  '0051-failing-browsers',
  '0052-proven-browsers',
])

const MARKET_MIGRATIONS = Object.fromEntries(
  Object.entries(MIGRATIONS).filter(([name]) => !SHARED.has(name)),
)

/**
 * Migrates the database. Several processes may call this at once: one migrates, the others wait.
 *
 * @param schema - Schema of a further market; null for the tables of the default one and of accounts.
 * @throws {DatabaseUnusableError} when it cannot.
 */
export function migrate(databaseUrl: string, schema: string | null = null): Promise<void> {
  const options = {
    ...{ url: inSchema(databaseUrl, schema), applicationName: 'bullring-game' },
    ...{ onIdleError: () => undefined, variable: 'GAME_DATABASE_URL' },
  }
  return schema === null
    ? migrateTables({ ...options, migrations: MIGRATIONS })
    : migrateTables({ ...options, migrations: MARKET_MIGRATIONS, schema })
}

/**
 * Returns whether another process has migrated the tables that connections of `db` see, to this version or a newer one.
 *
 * @param schema - The schema that these connections select, as in {@link migrate}.
 * @throws {DatabaseUnusableError} when the database does not respond, or a newer version has removed what this one needs.
 */
export async function isMigrated(db: Database, schema: string | null = null): Promise<boolean> {
  const table = await sql<{ name: string | null }>`
    select to_regclass(quote_ident(current_schema()) || '.kysely_migration')::text as name`
    .execute(db)
    .catch((cause: unknown) => {
      throw new DatabaseUnusableError('GAME_DATABASE_URL', { cause })
    })
  if (table.rows[0]?.name == null) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const applied = rows.map(({ name }) => name)
  const known = Object.keys(schema === null ? MIGRATIONS : MARKET_MIGRATIONS)
  try {
    return findNewer(known, applied).length > 0 || applied.includes(known.at(-1) ?? '')
  } catch (cause) {
    throw new DatabaseUnusableError('GAME_DATABASE_URL', { cause })
  }
}
