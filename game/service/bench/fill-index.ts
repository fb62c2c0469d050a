import { toUnixSeconds } from '@bullring/prediction/units'
import { sql } from 'kysely'
import { migrate } from '../src/db/migrate.ts'
import type { Database } from '../src/db/open-database.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { createIndexStore } from '../src/indexer/write/index-store.ts'
import type { TestChain } from '../src/testing/chain/start-test-chain.ts'
import { TEST_CHAIN_ID } from '../src/testing/chain/start-test-chain.ts'

export type History = { rounds: number; betsPerRound: number }

/**
 * Fills an index with generated rounds, through the same tables and triggers as the indexer. It ends at the
 * chain's newest block, where a service goes on.
 */
export async function fillIndex(url: string, chain: TestChain, history: History): Promise<void> {
  const db = openDatabase(url, () => undefined)
  try {
    await migrate(url)
    const [genesis, newest] = await Promise.all([
      chain.client.getBlock({ blockNumber: 0n }),
      chain.client.getBlock(),
    ])
    const block = Number(newest.number)
    const { prediction, startBlock } = chain.market
    await createIndexStore(db).restart(
      {
        kind: 'bullring',
        chainId: TEST_CHAIN_ID,
        maxPayoutMultiple: 0,
        prediction,
        startBlock,
        genesisHash: genesis.hash,
      },
      { number: block, hash: newest.hash, timestamp: toUnixSeconds(newest.timestamp) },
    )
    await sql`insert into fee_changes (block_number, log_index, epoch, treasury_fee)
      values (${startBlock}, 0, 0, 300)`.execute(db)
    await insertRounds(db, history, block)
    await sql`select add_standings(-1, ${block})`.execute(db)
    await sql`analyze`.execute(db)
  } finally {
    await db.destroy()
  }
}

/** Consecutive prices differ, so every round has a winner. */
async function insertRounds(db: Database, history: History, block: number): Promise<void> {
  for (let epoch = 1; epoch <= history.rounds; epoch += 1) {
    await sql`
      insert into bets (account, epoch, position, amount, tx_hash, placed_at, block_number, log_index)
      select decode(lpad(to_hex(n), 40, '0'), 'hex'), ${epoch}::int8, (n + ${epoch}) % 2 + 1,
        1e15 + n, decode(lpad(to_hex(n), 64, '0'), 'hex'), 0, ${block}::int8, n
      from generate_series(1, ${history.betsPerRound}::int8) n`.execute(db)
  }
  await sql`
    insert into strikes (epoch, price, oracle_round_id, block_number, log_index)
    select n, 60000000000 + (n * 7) % 13, n, ${block}::int8, n
    from generate_series(1, ${history.rounds}::int8) n`.execute(db)
}
