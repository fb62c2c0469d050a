import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import { createBlockTable } from '@bullring/server/db/block-table'
import { toBytes, toHex } from '@bullring/server/db/bytes'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Address, Hash } from 'viem'
import type { OracleRound } from '../chain/oracle-reader.ts'
import type { Database } from '../db/open-database.ts'
import type { GameTables, MarketKind } from '../db/schema.ts'
import { BEAR, BULL } from '../db/schema.ts'
import type { MarketRows } from './apply-log.ts'
import { IndexMovedError, OtherMarketError } from './errors.ts'
import { insertRoundRows } from './insert-round-rows.ts'
import { insertOracleRounds, insertRows } from './insert-rows.ts'

/** A block the index holds. */
export type StoredBlock = { number: number; hash: Hash; timestamp: UnixSeconds }

const blockTable = createBlockTable('blocks')

/** Which market an index is of. */
export type MarketIdentity = {
  kind: MarketKind
  chainId: number
  prediction: Address
  genesisHash: Hash
  startBlock: number
}

/** One step of the index, applied whole or not at all. */
export type IndexStep = {
  /** Newest block when the step was planned; another process may have gone on since. */
  from: StoredBlock
  /** Rows of all blocks above this one are undone first. */
  ancestor: number
  /** Blocks to add, in order. Empty when the chain only got shorter. */
  blocks: readonly StoredBlock[]
  rows: MarketRows
  /** Answers of the oracle that are new in the last block. */
  oracleRounds: readonly OracleRound[]
}

const FACT_TABLES = [
  ...(['bets', 'claims', 'strikes', 'fee_changes', 'oracle_rounds'] as const),
  ...(['round_starts', 'round_locks', 'round_ends', 'round_rewards', 'timing_changes'] as const),
]

export type IndexStore = ReturnType<typeof createIndexStore>

/** Reads and writes the index. */
export function createIndexStore(db: Database) {
  return {
    /** Newest block first. */
    newestBlocks: async (limit?: number): Promise<StoredBlock[]> => {
      const blocks = await blockTable.newest(db, limit)
      return blocks.map((block) => ({ ...block, timestamp: toUnixSeconds(block.timestamp) }))
    },

    /** Id of the newest oracle round asked for at `blockNumber` or before; null when there is none. */
    newestOracleRound: async (blockNumber: number): Promise<bigint | null> => {
      const row = await db
        .selectFrom('oracle_rounds')
        .select('round_id')
        .where('block_number', '<=', blockNumber)
        .orderBy('round_id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.round_id ?? null
    },

    identity: async (): Promise<MarketIdentity | null> => {
      const row = await db.selectFrom('market').selectAll().executeTakeFirst()
      if (row === undefined) return null
      return {
        kind: row.kind,
        chainId: row.chain_id,
        prediction: toHex(row.prediction),
        genesisHash: toHex(row.genesis_hash),
        startBlock: row.start_block,
      }
    },

    /**
     * Empties the index and begins anew after block `base`.
     *
     * @throws {OtherMarketError} when the database is that of another market.
     */
    restart: (identity: MarketIdentity, base: StoredBlock): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await claimDatabase(tx, identity)
        const tables = sql.join([...FACT_TABLES, 'blocks'].map((table) => sql.table(table)))
        await sql`truncate ${tables}`.execute(tx)
        await blockTable.insert(tx, [base])
      }),

    /** Sums of a round's bets, in wei. */
    stakesOf: async (epoch: Epoch): Promise<{ bullAmount: bigint; bearAmount: bigint }> => {
      const rows = await db
        .selectFrom('bets')
        .select(({ fn }) => ['position', fn.sum<bigint>('amount').as('amount')])
        .where('epoch', '=', Number(epoch))
        .groupBy('position')
        .execute()
      const sideOf = (position: number) =>
        rows.find((row) => row.position === position)?.amount ?? 0n
      return { bullAmount: sideOf(BULL), bearAmount: sideOf(BEAR) }
    },

    /**
     * Ends the index at `base`, an old block of the chain, so that what came after is read again.
     *
     * @throws {IndexMovedError} when the index does not end at `from`.
     */
    rewind: (from: StoredBlock, base: StoredBlock): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await requireHead(tx, from)
        await undoAbove(tx, base.number)
        await tx.deleteFrom('blocks').where('number', '=', base.number).execute()
        await blockTable.insert(tx, [base])
        // What is undone may be older than the blocks that are kept, and counted for good.
        await recountStandings(tx)
      }),

    /** @throws {IndexMovedError} when the index is not where the step starts. */
    apply: (step: IndexStep): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await requireHead(tx, step.from)
        if (step.ancestor < step.from.number) await undoAbove(tx, step.ancestor)
        await blockTable.insert(tx, step.blocks)
        await insertRows(tx, step.rows)
        await insertRoundRows(tx, step.rows)
        await insertOracleRounds(tx, step.oracleRounds, step.blocks.at(-1)?.number ?? step.ancestor)
        await blockTable.trim(tx, step.blocks.at(-1)?.number ?? step.ancestor)
      }),
  }
}

async function recountStandings(tx: Transaction<GameTables>): Promise<void> {
  await sql`delete from standings`.execute(tx)
  await sql`select add_standings(-1, (select min(number) from blocks))`.execute(tx)
}

/** Keeps other writers out until the transaction ends. */
async function requireHead(tx: Transaction<GameTables>, block: StoredBlock): Promise<void> {
  await tx.selectFrom('market').select('chain_id').forUpdate().execute()
  if (!(await blockTable.hasHead(tx, block))) throw new IndexMovedError()
}

/** Makes the database this market's own and keeps other writers out until the transaction ends. */
async function claimDatabase(tx: Transaction<GameTables>, identity: MarketIdentity): Promise<void> {
  const market = {
    kind: identity.kind,
    chain_id: identity.chainId,
    prediction: toBytes(identity.prediction),
    genesis_hash: toBytes(identity.genesisHash),
    start_block: identity.startBlock,
  }
  const claimed = await tx
    .insertInto('market')
    .values(market)
    .onConflict((conflict) =>
      conflict
        .column('is_only')
        .doUpdateSet(market)
        .where('market.kind', '=', market.kind)
        .where('market.chain_id', '=', market.chain_id)
        .where('market.prediction', '=', market.prediction),
    )
    .returning('chain_id')
    .execute()
  if (claimed.length === 0) throw new OtherMarketError()
}

async function undoAbove(tx: Transaction<GameTables>, ancestor: number): Promise<void> {
  for (const table of FACT_TABLES) {
    await tx.deleteFrom(table).where('block_number', '>', ancestor).execute()
  }
  await blockTable.deleteAbove(tx, ancestor)
}
