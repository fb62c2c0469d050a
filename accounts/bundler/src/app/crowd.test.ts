import { toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { lockRelayer } from '../db/transactions.queries.ts'
import {
  RELAYER,
  sendRaw,
  signOperation,
  startTestBundler,
  type TestBundler,
  testConfig,
  testVariables,
} from '../testing/start-test-bundler.ts'
import { startBundler } from './start-bundler.ts'

const CROWD = 40

let bundler: TestBundler

beforeAll(async () => {
  bundler = await startTestBundler(inject('postgresUrl'), { BUNDLER_BUDGET_PER_DAY: '10' })
})
afterAll(() => bundler.stop())

const Pool = z.object({ pending: z.string() })
const pooledCount = async () => Number(z.parse(Pool, await bundler.rpc('txpool_status')).pending)

/** Returns how many database transactions wrote the rows of a table last. */
async function writersOf(table: 'operations' | 'transactions'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct xmin::text) as count from ${sql.table(table)}`.execute(
    bundler.database.db,
  )
  return rows[0]?.count ?? 0
}

/** Counts the operations that are on the chain with success. */
async function countIncluded(hashes: readonly Hex[]): Promise<number> {
  const rows = await bundler.database.db
    .selectFrom('operations')
    .select('hash')
    .where('state', '=', 'included')
    .where('is_success', '=', true)
    .where('hash', 'in', hashes.map(toBytes))
    .execute()
  return rows.length
}

/** Signs the first bet of a user's account, which deploys it. */
async function signFirstBet(user: string) {
  const operation = await signOperation(bundler.client({ user }), await bundler.newAccount(), [
    bundler.bet,
  ])
  return { user, operation }
}

test('sends 40 operations of one moment in a few steps, and settles their block in fewer', async () => {
  const users = Array.from({ length: CROWD }, (_, index) => `user-${index}`)
  const signed = await Promise.all(users.map(signFirstBet))
  await bundler.rpc('evm_setAutomine', [false])
  // Accounts that are deployed need more gas than a block of this chain has.
  await bundler.rpc('evm_setBlockGasLimit', ['0x5f5e100'])
  await bundler.rpc('evm_mine')
  // The relayer has begun its step with the first operations, and waits for its turn until all are accepted.
  const replies = await bundler.database.db.transaction().execute(async (trx) => {
    await lockRelayer(trx)
    return await Promise.all(
      signed.map(({ user, operation }) => sendRaw(bundler.url(), { user }, operation)),
    )
  })
  const hashes = replies.map(({ hash = '0x' }) => hash)
  expect(new Set(hashes).size).toBe(CROWD)
  await expect.poll(pooledCount).toBe(CROWD)
  expect(await writersOf('transactions')).toBeLessThanOrEqual(4)

  await bundler.rpc('evm_mine')
  await expect.poll(() => countIncluded(hashes)).toBe(CROWD)
  expect(await writersOf('operations')).toBeLessThanOrEqual(3)
  expect((await bundler.reader.getBlock()).transactions).toHaveLength(CROWD)
})

test('sends each operation once when two processes work on one journal', async () => {
  const { rpcUrl, database, prediction } = bundler
  const variables = testVariables({ rpcUrl, databaseUrl: database.url, prediction })
  const config = testConfig({ ...variables, BUNDLER_BUDGET_PER_DAY: '10' }, {})
  const second = await startBundler(config, pino({ level: 'silent' }))
  try {
    await bundler.rpc('evm_setAutomine', [true])
    const users = Array.from({ length: CROWD }, (_, index) => `of-two-${index}`)
    const signed = await Promise.all(users.map(signFirstBet))
    const before = await bundler.reader.getTransactionCount({ address: RELAYER })
    const replies = await Promise.all(
      signed.map(({ user, operation }, index) =>
        sendRaw(index % 2 === 0 ? second.url : bundler.url(), { user }, operation),
      ),
    )
    const hashes = replies.map(({ hash = '0x' }) => hash)
    await expect.poll(() => countIncluded(hashes)).toBe(CROWD)
    expect(await bundler.reader.getTransactionCount({ address: RELAYER })).toBe(before + CROWD)
  } finally {
    await second.stop()
  }
})
