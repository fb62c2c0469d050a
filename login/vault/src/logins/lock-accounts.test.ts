import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '@bullring/server/testing/test-database'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { VaultTables } from '../db/schema.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { lockAccounts } from './lock-accounts.ts'
import { storeLogin } from './logins.queries.ts'

let database: TestDatabase<VaultTables>

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})
afterAll(() => database.drop())

function logIn(subject: string) {
  const identity = { provider: 'google' as const, subject, email: null, name: null }
  return database.db.transaction().execute((trx) => storeLogin(trx, randomUUID(), identity))
}

test('a login need not wait while its account is locked, a second lock must', async () => {
  const subject = randomUUID()
  const { accountId } = await logIn(subject)
  const order: string[] = []
  let second: Promise<unknown> | undefined
  await database.db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [accountId])
    second = database.db.transaction().execute(async (other) => {
      await lockAccounts(other, [accountId])
      order.push('second lock')
    })
    expect(await logIn(subject)).toMatchObject({ accountId })
    order.push('login')
  })
  await second
  expect(order).toEqual(['login', 'second lock'])
})

test('transactions that lock the same accounts in any order never wait for each other in a circle', async () => {
  const accounts = await Promise.all([1, 2, 3, 4].map(() => logIn(randomUUID())))
  const ids = accounts.map(({ accountId }) => accountId)
  const orders = Array.from({ length: 24 }, (_, index) =>
    index % 2 === 0 ? ids : ids.toReversed(),
  )
  const locks = orders.map((order) =>
    database.db.transaction().execute((trx) => lockAccounts(trx, order)),
  )
  await expect(Promise.all(locks)).resolves.toHaveLength(24)
})
