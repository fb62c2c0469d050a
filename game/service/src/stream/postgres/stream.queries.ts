import type { Epoch } from '@bullring/prediction/units'
import { toEpoch, toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import { type MarketTables, nameIn } from '../../db/market-tables.ts'
import type { Database } from '../../db/open-database.ts'
import type { ChangeRow } from '../../db/schema.ts'
import { type AccountKey, addEpoch, type EpochsByAccount } from '../events/step.ts'
import type { Change, ChangesSince, PriceChange } from '../events/to-events.ts'

/** Finds the id of the newest change; 0 before the first. */
export async function newestPosition(db: Database): Promise<number> {
  const { id } = await db
    .selectFrom('changes')
    .select((expression) => expression.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? 0
}

/** Finds the newest change of each market, in one query. */
export async function newestPositions(
  db: Database,
  markets: readonly MarketTables[],
): Promise<Map<string, number>> {
  const positions = markets.map(
    (market) => sql`
      select ${market.symbol}::text as symbol, coalesce(max(id), 0)::int8 as position
      from ${nameIn(market, 'changes')}`,
  )
  const { rows } = await sql<{ symbol: string; position: number }>`
    ${sql.join(positions, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ symbol, position }) => [symbol, position]))
}

/** Returns whether the journal has the change: it may be too old, or lost when the database was restored. */
export async function hasChange(db: Database, id: number): Promise<boolean> {
  const found = await db.selectFrom('changes').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

/** Returns the id of the journal, the same in all replicas of the database. */
export async function findJournalId(db: Database): Promise<string> {
  const { id } = await db.selectFrom('journal').select('id').executeTakeFirstOrThrow()
  return id
}

export type ChangesRange = {
  since: number
  /** Position of the last change to read; null for the newest. */
  until: number | null
  /** More changes than this are a reset. */
  limit: number
}

/** Changes that follow one of a block, without gaps, are never as many. */
const MAX_AFTER_BLOCK = 1_000_000

/** Reads the changes after change `since`; null when the database does not have `since` or `until` yet, or has lost it. */
export async function readChanges(
  db: Database,
  { since, until, limit }: ChangesRange,
): Promise<ChangesSince | null> {
  // One statement, so that no change is trimmed between its parts. Both ends of ranges, or a planner without statistics
  // would read the whole journal.
  const { rows } = await sql<JournalState & (ReadChange | NoChange)>`
    select journal.*, changes.* from (select
      coalesce((select max(id) from changes), 0)::int8 as newest,
      exists (select from changes where id = ${since}) as is_known,
      (select timestamp from changes
        where kind = 'block' and id between ${since - MAX_AFTER_BLOCK} and ${since}
        order by id desc limit 1) as block_before
    ) journal left join lateral (
      select * from changes where id > ${since} and id <= ${until ?? Number.MAX_SAFE_INTEGER}
      order by id limit ${limit + 1}
    ) changes on true order by changes.id`.execute(db)
  const [state] = rows
  if (state === undefined || state.newest < Math.max(since, until ?? 0)) return null
  const changes = rows.filter((row): row is JournalState & ReadChange => row.id !== null)
  if (!state.is_known || changes.length > limit) {
    return { position: until ?? state.newest, changes: [{ kind: 'reset' }], blockBefore: null }
  }
  return {
    position: until ?? changes.at(-1)?.id ?? since,
    changes: changes.flatMap((row) => toChange(row) ?? []),
    blockBefore: state.block_before === null ? null : toUnixSeconds(state.block_before),
  }
}

/**
 * Reads the changes after change `since` in the database that is written.
 *
 * @returns a reset when it does not have the range: a restored database has lost it.
 */
export async function readWrittenChanges(db: Database, range: ChangesRange): Promise<ChangesSince> {
  const found = await readChanges(db, range)
  return (
    found ?? { position: await newestPosition(db), changes: [{ kind: 'reset' }], blockBefore: null }
  )
}

/** The state of the journal, in each row beside a change. */
type JournalState = { newest: number; is_known: boolean; block_before: number | null }

type StoredChange = Omit<ChangeRow, 'id'>

type ReadChange = StoredChange & { id: number }

/** The journal has nothing new. */
type NoChange = { id: null }

function toChange({ kind, epoch, account, ...row }: StoredChange): Change | null {
  if (kind === 'reset') return { kind }
  if (kind === 'block' && row.timestamp !== null) {
    return { kind, timestamp: toUnixSeconds(row.timestamp) }
  }
  if (kind === 'price' && row.oracle_round_id !== null) {
    return { kind, oracleRoundId: row.oracle_round_id }
  }
  if ((kind === 'strike' || kind === 'start' || kind === 'round') && epoch !== null) {
    return { kind, epoch: toEpoch(epoch) }
  }
  const accounts = row.accounts ?? account
  if ((kind === 'bet' || kind === 'claim') && epoch !== null && accounts !== null) {
    return { kind, epoch: toEpoch(epoch), accounts }
  }
  return null
}

/** Finds answers of the oracle by id, oldest first. Answers that a reorg undid are left out. */
export async function findAnswers(
  db: Database,
  oracleRoundIds: readonly bigint[],
): Promise<PriceChange[]> {
  if (oracleRoundIds.length === 0) return []
  const rows = await db
    .selectFrom('oracle_rounds')
    .select(['price', 'updated_at'])
    .where('round_id', 'in', oracleRoundIds)
    .orderBy('round_id')
    .execute()
  return rows.map((row) => ({
    price: toPriceE8(row.price),
    updatedAt: toUnixSeconds(row.updated_at),
  }))
}

/** Accounts in a statement: to encode all connected ones at once would block the event loop. */
const ACCOUNTS_AT_ONCE = 1_000

/** Finds which of `accounts` have bet in which of `epochs`. */
export async function findBettors(
  db: Database,
  epochs: readonly Epoch[],
  accounts: readonly AccountKey[],
): Promise<EpochsByAccount> {
  const epochsOf: EpochsByAccount = new Map()
  if (epochs.length === 0) return epochsOf
  for (let start = 0; start < accounts.length; start += ACCOUNTS_AT_ONCE) {
    const some = accounts.slice(start, start + ACCOUNTS_AT_ONCE).map(toBytes)
    // Arrays, because a statement has at most 65,535 parameters.
    const { rows } = await sql<{ account: string; epoch: number }>`
      select encode(account, 'hex') as account, epoch from bets
      where epoch = any(${epochs.map(Number)}::int8[]) and account = any(${some}::bytea[])
    `.execute(db)
    for (const { account, epoch } of rows) addEpoch(epochsOf, `0x${account}`, toEpoch(epoch))
  }
  return epochsOf
}
