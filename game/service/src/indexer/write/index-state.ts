import { type Epoch, toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { toHex } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Database } from '../../db/open-database.ts'
import type { MarketContract } from '../../market/market-contract.ts'
import { StoredContract } from '../../market/stored-contract.ts'
import type { StoredBlock } from '../index-model.ts'

/** State that the leader of the index has stored for processes that do not follow the chain. */
export type IndexState = {
  contract: MarketContract
  /** The node's newest block; null before the first step. */
  chainBlock: number | null
  /** Time since the index was last known to be at the head of the chain; null before that. */
  atHeadAgeMs: number | null
  /** Newest indexed block; null before the first. */
  block: StoredBlock | null
  /** Id of the newest change in the journal; 0 before the first. */
  position: number
}

type StateRow = {
  contract: unknown
  chain_block: number | null
  at_head_age_ms: number | null
  number: number | null
  hash: Buffer | null
  timestamp: number | null
  position: number | null
}

/** Stores the facts of the contract that this index is of. */
export async function storeContract(db: Database, contract: MarketContract): Promise<void> {
  const json = JSON.stringify(contract)
  await sql`insert into index_state (contract) values (${json}::jsonb)
    on conflict (is_only) do update set contract = excluded.contract
    where index_state.contract <> excluded.contract`.execute(db)
}

/**
 * Keeps sums by day. In a database that has none yet, adds up all decided rounds: a quarter of a minute for a million bets,
 * in which readers do not wait.
 */
export async function keepDays(db: Database, contract: MarketContract): Promise<void> {
  // Rounds of the other kind follow their events.
  const { genesisTimestamp, intervalSeconds } =
    contract.kind === 'bullring' ? contract.schedule : { genesisTimestamp: 0, intervalSeconds: 0 }
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select keep_days(${genesisTimestamp}, ${intervalSeconds})`.execute(tx)
  })
}

/**
 * Stores how far the index and the chain are.
 *
 * @param state - `atHeadAgeMs` is null while the index is not complete; the last known time then remains.
 */
export async function storeProgress(
  db: Database,
  { chainBlock, atHeadAgeMs }: Pick<IndexState, 'chainBlock' | 'atHeadAgeMs'>,
): Promise<void> {
  const atHeadAt =
    atHeadAgeMs === null
      ? sql`at_head_at`
      : sql`clock_timestamp() - ${atHeadAgeMs} * interval '1 ms'`
  await sql`update index_state set chain_block = ${chainBlock}, at_head_at = ${atHeadAt}`.execute(
    db,
  )
}

/** Reads what the leader has stored, and the newest block; null before it has stored anything. */
export async function readIndexState(db: Database): Promise<IndexState | null> {
  const { rows } = await sql<StateRow>`
    select s.contract, s.chain_block, b.number, b.hash, b.timestamp,
      (select max(id) from changes) as position,
      (extract(epoch from clock_timestamp() - s.at_head_at) * 1000)::float8 as at_head_age_ms
    from index_state s
    left join (select * from blocks order by number desc limit 1) b on true`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  return {
    contract: StoredContract.parse(row.contract),
    chainBlock: row.chain_block,
    atHeadAgeMs: row.at_head_age_ms,
    block: toBlock(row),
    position: row.position ?? 0,
  }
}

/** Reads before which round the index was compared with the contract; null before the first comparison. */
export async function readAuditedBefore(db: Database): Promise<number | null> {
  const row = await db.selectFrom('index_state').select('audited_before').executeTakeFirst()
  return row?.audited_before ?? null
}

/** Stores that the rounds before `epoch` agree with the contract. */
export async function storeAuditedBefore(db: Database, epoch: number): Promise<void> {
  await db.updateTable('index_state').set({ audited_before: epoch }).execute()
}

/** Reads the first round without bets; null unless bets are paused or about to be, and before the leader has stored it. */
export async function findFirstPausedEpoch(db: Database): Promise<Epoch | null> {
  const row = await db.selectFrom('index_state').select('first_paused_epoch').executeTakeFirst()
  const epoch = row?.first_paused_epoch ?? null
  return epoch === null ? null : toEpoch(epoch)
}

/** Stores the first round without bets. */
export async function storeFirstPausedEpoch(db: Database, epoch: Epoch | null): Promise<void> {
  if ((await findFirstPausedEpoch(db)) === epoch) return
  await db.transaction().execute(async (tx) => {
    // The journal is in commit order: those who add to it hold this lock.
    await sql`select from market for update`.execute(tx)
    const first_paused_epoch = epoch === null ? null : Number(epoch)
    await tx.updateTable('index_state').set({ first_paused_epoch }).execute()
  })
}

function toBlock({ number, hash, timestamp }: StateRow): StoredBlock | null {
  if (number === null || hash === null || timestamp === null) return null
  return { number, hash: toHex(hash), timestamp: toUnixSeconds(timestamp) }
}
