import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { BetRow, StrikeRow } from '../db/schema.ts'
import { BEAR, BULL } from '../db/schema.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { fillRound } from '../testing/database/fill-round.ts'
import { rowsRead } from '../testing/database/rows-read.ts'
import type { Rounds } from './rounds.ts'
import { createRounds } from './rounds.ts'
import { toWireRound } from './to-wire-round.ts'

let database: TestDatabase
let market: Rounds

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  market = createRounds(database.db, contract)
})

beforeEach(async () => {
  const { db } = database
  for (const table of ['bets', 'strikes', 'fee_changes', 'oracle_rounds'] as const) {
    await db.deleteFrom(table).execute()
  }
  await db
    .insertInto('fee_changes')
    .values([
      { epoch: 0, treasury_fee: 300, block_number: 1, log_index: 0 },
      { epoch: 8, treasury_fee: 400, block_number: 10, log_index: 5 },
      { epoch: 11, treasury_fee: 500, block_number: 20, log_index: 0 },
    ])
    .execute()
})

afterAll(() => database.drop())

let accounts = 0

async function bet(overrides: Partial<BetRow>) {
  accounts += 1
  const row: BetRow = {
    account: Buffer.from(accounts.toString(16).padStart(40, '0'), 'hex'),
    epoch: 7,
    position: BULL,
    amount: 1n,
    tx_hash: Buffer.alloc(32),
    placed_at: 0,
    block_number: 5,
    log_index: 0,
    ...overrides,
  }
  await database.db.insertInto('bets').values(row).execute()
}

async function strike(overrides: Partial<StrikeRow>) {
  const row: StrikeRow = {
    epoch: 7,
    price: 600n,
    oracle_round_id: 1n,
    block_number: 6,
    log_index: 0,
    ...overrides,
  }
  await database.db.insertInto('strikes').values(row).execute()
}

const schedule = { genesisTimestamp: toUnixSeconds(1_000), intervalSeconds: 300, strikeDelay: 0 }
const contract = {
  kind: 'bullring',
  predictionAddress: '0x',
  oracleAddress: '0x',
  schedule,
  maxOracleDelay: 60,
  settlementWindow: 86_400,
  maxPayoutMultiple: 0,
  canPayOut: true,
} as const

async function find(epoch: number) {
  const found = await market.findRound(toEpoch(epoch))
  return { round: found?.round.at(toUnixSeconds(0)), lastPrice: found?.lastPrice }
}

describe('findRound of a bullring market', () => {
  test('reads the sum of each side, beyond the range of a double', async () => {
    await bet({ amount: 10n ** 30n + 1n })
    await bet({ amount: 2n })
    await bet({ amount: 7n, position: BEAR })
    await bet({ amount: 9n, epoch: 8 })
    expect((await find(7)).round?.pool).toEqual({ bullAmount: 10n ** 30n + 3n, bearAmount: 7n })
  })

  test('reads the sums of a round, not its bets', async () => {
    await database.db.transaction().execute(async (tx) => {
      await fillRound(tx, 7, 1_000)
      const before = await rowsRead(tx, 'bets')
      const found = await createRounds(tx, contract).findRound(toEpoch(7))
      expect(found?.round.at(toUnixSeconds(0)).pool.bearAmount).toBe(250_000n)
      expect(await rowsRead(tx, 'bets')).toBe(before)
    })
  })

  test('reads the newest fee whose first epoch is not after the round, whatever its block', async () => {
    await bet({ block_number: 30, log_index: 0 })
    const fees = await Promise.all([1, 7, 8, 10, 11, 12].map(find))
    expect(fees.map(({ round }) => round?.treasuryFee)).toEqual([
      300n,
      300n,
      400n,
      400n,
      500n,
      500n,
    ])
  })

  test('returns an empty pool for a round without bets', async () => {
    const { round } = await find(9)
    expect(round?.pool).toEqual({ bullAmount: 0n, bearAmount: 0n })
  })

  test('uses the next round’s strike as the close; a void strike is not a pending one', async () => {
    const id = (1n << 64n) | 9n
    await strike({ epoch: 7 })
    await strike({ epoch: 8, price: null, oracle_round_id: id })
    const { round } = await find(7)
    expect(round?.lock).toEqual({ kind: 'fixed', price: 600n, oracleRoundId: 1n })
    expect(round?.close).toEqual({ kind: 'void' })
    expect((await find(8)).round?.close).toEqual({ kind: 'pending' })
  })

  test('returns the newest price, null while there is none', async () => {
    expect((await find(7)).lastPrice).toBeNull()
    await database.db
      .insertInto('oracle_rounds')
      .values([
        { round_id: 1n << 64n, price: 5n, updated_at: 9, block_number: 1 },
        { round_id: 2n << 64n, price: 6n, updated_at: 1, block_number: 1 },
      ])
      .execute()
    expect((await find(7)).lastPrice).toBe(6n)
  })
})

describe('a round without bets that no keeper settles', () => {
  const LOCK = 1_000 + 7 * 300
  const CLOSE = LOCK + 300
  const PHASE = 1n << 64n

  async function answers(...updatedAt: number[]) {
    const rows = updatedAt.map((time, index) => ({
      round_id: PHASE + BigInt(index) + 1n,
      price: BigInt(index) + 600n,
      updated_at: time,
      block_number: 1,
    }))
    await database.db.insertInto('oracle_rounds').values(rows).execute()
  }
  const wire = async (now = CLOSE + 60) => {
    const found = await market.findRound(toEpoch(7))
    if (found === null) throw new Error('no round')
    return toWireRound(found, toUnixSeconds(now))
  }

  test('has the prices that the contract would settle at: the first since lock and close', async () => {
    await answers(LOCK - 1, LOCK, LOCK + 1, CLOSE - 1, CLOSE + 60, CLOSE + 61)
    expect(await wire()).toMatchObject({
      state: 'empty',
      expected_lock_price: '0.00000601',
      expected_close_price: '0.00000604',
      lock_price: null,
      close_price: null,
      price_change: null,
      winner: null,
      close_oracle_id: null,
    })
  })

  test('waits for the close price while the oracle has not answered', async () => {
    await answers(LOCK - 1, LOCK, CLOSE - 1)
    expect(await wire()).toMatchObject({ expected_close_price: null, state: 'settling' })
  })

  test.each([
    ['the first answer since the close is late', [LOCK - 1, LOCK, CLOSE - 1, CLOSE + 61]],
    ['the answers before the first that was read are unknown', [CLOSE + 5]],
    ['the lock price is older than the answers that were read', [LOCK + 1, CLOSE - 1]],
  ])('waits for no price that it will not have: %s', async (_, times) => {
    await answers(...times)
    expect(await wire()).toMatchObject({ expected_close_price: null, state: 'empty' })
    expect((await wire(CLOSE - 1)).state).toBe('locked')
    await bet({ epoch: 7 })
    await bet({ epoch: 7, position: BEAR })
    expect((await wire()).state).toBe('settling')
  })

  test('waits for the delay of the market', async () => {
    await answers(CLOSE - 1, CLOSE + 9, CLOSE + 10)
    const delayed = { ...contract, schedule: { ...schedule, strikeDelay: 10 } }
    const found = await createRounds(database.db, delayed).findRound(toEpoch(7))
    expect(found?.round.at(toUnixSeconds(CLOSE + 60)).close).toEqual({
      kind: 'pending',
      expected: { price: 602n, oracleRoundId: PHASE + 3n },
    })
  })

  test('has none where a bet waits, nor where the contract has the price', async () => {
    await answers(LOCK - 1, LOCK, CLOSE - 1, CLOSE)
    await strike({ epoch: 7, price: 5n })
    expect(await wire()).toMatchObject({ expected_lock_price: null, lock_price: '0.00000005' })
    await bet({ epoch: 7 })
    expect(await wire()).toMatchObject({ expected_close_price: null, state: 'refund' })
  })

  test('reads the answers it needs, however many there are', async () => {
    await database.db.transaction().execute(async (tx) => {
      await sql`
        insert into oracle_rounds (round_id, price, updated_at, block_number)
        select ${PHASE}::numeric + n, n, 1000 + n, 1 from generate_series(1, 20000) n`.execute(tx)
      await sql`analyze oracle_rounds`.execute(tx)
      const before = await rowsRead(tx, 'oracle_rounds')
      const found = await createRounds(tx, contract).findRoundsBefore(toEpoch(61), 50)
      expect(found.map(({ round }) => round.at(toUnixSeconds(30_000)).state.kind)).toEqual(
        Array.from({ length: 50 }, () => 'empty'),
      )
      // Two answers and their proofs each, and the newest price.
      expect((await rowsRead(tx, 'oracle_rounds')) - before).toBeLessThan(50 * 4 + 60)
    })
  })
})

describe('findRoundsBefore of a bullring market', () => {
  test('reads the rows of its page, however long the history is', async () => {
    await database.db.transaction().execute(async (tx) => {
      await sql`
        insert into strikes (epoch, price, oracle_round_id, block_number, log_index)
        select n, n, n, 6, n from generate_series(1, 20000) n`.execute(tx)
      await sql`analyze strikes`.execute(tx)
      const before = await rowsRead(tx, 'strikes')
      const found = await createRounds(tx, contract).findRoundsBefore(toEpoch(10_001), 50)
      const epochs = found.map(({ round }) => Number(round.at(toUnixSeconds(0)).epoch))
      expect(epochs).toEqual(Array.from({ length: 50 }, (_, index) => 10_000 - index))
      expect((await rowsRead(tx, 'strikes')) - before).toBeLessThan(120)
    })
  })

  test('returns fewer rounds at the start of the market, and none before round 1', async () => {
    const epochs = async (epoch: number) =>
      (await market.findRoundsBefore(toEpoch(epoch), 3)).map(({ round }) =>
        Number(round.at(toUnixSeconds(0)).epoch),
      )
    expect(await epochs(3)).toEqual([2, 1])
    expect(await epochs(1)).toEqual([])
    expect(await epochs(0)).toEqual([])
  })
})
