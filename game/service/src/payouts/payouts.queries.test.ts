import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database/create-test-database.ts'
import {
  correctCost,
  findNewestSwitch,
  findSwitch,
  isServed,
  prunePayouts,
  recordPayouts,
  recordServed,
  setSwitch,
  takeFromBudget,
} from './payouts.queries.ts'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})

afterAll(() => database.drop())

beforeEach(async () => {
  await sql`truncate payout_accounts, payout_keepers, payouts, payout_costs`.execute(database.db)
})

describe('takeFromBudget', () => {
  test('takes up to the budget of a day, also where several processes take at once', async () => {
    const { db } = database
    expect(await takeFromBudget(db, 11n, 10n)).toBe(false)
    const taken = await Promise.all(Array.from({ length: 8 }, () => takeFromBudget(db, 3n, 10n)))
    expect(taken.filter((isTaken) => isTaken)).toHaveLength(3)
    await correctCost(db, -2n)
    expect(await takeFromBudget(db, 3n, 10n)).toBe(true)
    expect(await takeFromBudget(db, 1n, 10n)).toBe(false)
  })

  test('takes from a new budget the next day', async () => {
    const { db } = database
    expect(await takeFromBudget(db, 10n, 10n)).toBe(true)
    await sql`update payout_costs set day = day - 1`.execute(db)
    expect(await takeFromBudget(db, 10n, 10n)).toBe(true)
  })
})

describe('findSwitch', () => {
  test('is off before the first change, and keeps the time of the last one', async () => {
    const { db } = database
    expect(await findSwitch(db, 'BNB', ALICE)).toEqual({
      isOn: false,
      changedAt: null,
      refusedEpochs: [],
    })
    await setSwitch(db, ALICE, true)
    await sql`update payout_accounts set changed_at = '2026-01-01T00:00:00Z'`.execute(db)
    await setSwitch(db, ALICE, true)
    const on = { isOn: true, changedAt: Date.UTC(2026, 0, 1) / 1_000 }
    expect(await findSwitch(db, 'BNB', ALICE)).toMatchObject(on)
    expect(await findNewestSwitch(db)).toBe(Date.UTC(2026, 0, 1))
    await setSwitch(db, ALICE, false)
    const { isOn, changedAt } = await findSwitch(db, 'BNB', ALICE)
    expect(isOn).toBe(false)
    expect(changedAt).toBeGreaterThan(on.changedAt)
    expect(await findNewestSwitch(db)).toBe(0)
  })

  test('lists the refused payments of the market, until they are pruned', async () => {
    const { db } = database
    const accounts = [ALICE] as const
    for (const [epoch, isRefused] of [
      [4, true],
      [5, false],
      [6, true],
    ] as const)
      await recordPayouts(db, { symbol: 'BNB', epoch, accounts, isRefused })
    await recordPayouts(db, { symbol: 'BTC', epoch: 7, accounts, isRefused: true })
    const refused = async () => (await findSwitch(db, 'BNB', ALICE)).refusedEpochs
    expect(await refused()).toEqual([6, 4])
    await prunePayouts(db, 'BNB', 5)
    expect(await refused()).toEqual([6])
  })
})

test('isServed holds for some minutes after a keeper was there', async () => {
  const { db } = database
  await recordServed(db, 'BNB')
  expect([await isServed(db, 'BNB'), await isServed(db, 'BTC')]).toEqual([true, false])
  await sql`update payout_keepers set seen_at = now() - interval '1 hour'`.execute(db)
  expect(await isServed(db, 'BNB')).toBe(false)
  await recordServed(db, 'BNB')
  expect(await isServed(db, 'BNB')).toBe(true)
})
