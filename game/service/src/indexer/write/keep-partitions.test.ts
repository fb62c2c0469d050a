import { toUnixSeconds } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import { numberToHex } from 'viem'
import { describe, expect, inject, test } from 'vitest'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import type { StoredBlock } from '../index-model.ts'
import { noRows } from '../read/apply-log.ts'
import { createIndexStore } from './index-store.ts'

const blockAt = (number: number): StoredBlock => ({
  number,
  hash: `0x${number.toString(16).padStart(64, '0')}`,
  timestamp: toUnixSeconds(number),
})

const MARKET = {
  ...({ kind: 'bullring', chainId: 1, prediction: `0x${'aa'.repeat(20)}` } as const),
  genesisHash: blockAt(0).hash,
  startBlock: 1,
  maxPayoutMultiple: 0,
}

const rowsOf = (epochs: readonly number[], block: number) => {
  const fact = (epoch: number, index: number) => ({
    account: numberToHex(1 + (epoch % 200), { size: 20 }),
    epoch,
    amount: BigInt(epoch),
    tx_hash: numberToHex(0, { size: 32 }),
    block_number: block,
    log_index: index,
  })
  const bets = epochs.map((epoch, index) => ({ ...fact(epoch, index), position: 1, placed_at: 0 }))
  return { ...noRows(), bets, claims: epochs.map((epoch, index) => fact(epoch, 1_000 + index)) }
}

const storedBets = (epochs: readonly number[]) =>
  rowsOf(epochs, 1).bets.map((row) => ({
    ...row,
    account: toBytes(row.account),
    tx_hash: toBytes(row.tx_hash),
  }))

const step = (from: number, ancestor: number, to: number, epochs: readonly number[]) => ({
  from: blockAt(from),
  ancestor,
  blocks: [blockAt(to)],
  rows: rowsOf(epochs, to),
  oracleRounds: [],
  windowStarts: {},
})

describe('keepPartitions', () => {
  test('stores rounds far apart, undoes them, and stores them again after a restart', async () => {
    const { db, drop } = await createTestDatabase(inject('postgresUrl'))
    const store = createIndexStore(db)
    const epochsStored = async () => {
      const { rows } = await sql<{ epoch: number }>`
        select epoch from bets join claims using (account, epoch) join pools using (epoch) order by epoch`.execute(
        db,
      )
      return rows.map(({ epoch }) => epoch)
    }
    await store.restart(MARKET, blockAt(0))
    await store.apply(step(0, 0, 1, [1, 9_999, 10_000]))
    await store.apply(step(1, 1, 2, [400_123, 30_000]))
    expect(await epochsStored()).toEqual([1, 9_999, 10_000, 30_000, 400_123])
    await store.apply(step(2, 1, 3, [30_001]))
    expect(await epochsStored()).toEqual([1, 9_999, 10_000, 30_001])
    await store.restart(MARKET, blockAt(0))
    expect(await epochsStored()).toEqual([])
    await store.apply(step(0, 0, 1, [30_001]))
    expect(await epochsStored()).toEqual([30_001])
    await drop()
  })

  test('error: no row is stored outside of a partition', async () => {
    const { db, drop } = await createTestDatabase(inject('postgresUrl'))
    const bets = storedBets([700_000])
    await expect(db.insertInto('bets').values(bets).execute()).rejects.toThrow(/no partition/)
    await drop()
  })
})
