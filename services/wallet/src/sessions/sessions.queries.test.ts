import { toBytes } from '@bullring/server/db/bytes'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { listIndexedSessions } from './sessions.queries.ts'

const ME = '0x000000000000000000000000000000000000dEaD'
const OTHER = '0x000000000000000000000000000000000000bEEF'
const idOf = (index: number): Hex => `0x${`${index}`.padStart(64, '0')}`

let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})
afterAll(() => database.drop())

test('lists the sessions of an account, newest first, with their first revocation', async () => {
  const event = (block: number, account: Hex, session: Hex, limits: Hex | null) => ({
    ...{ block_number: block, log_index: 0, mined_at: 1_000 + block },
    ...{ account: toBytes(account), session: toBytes(session), limits: limits && toBytes(limits) },
  })
  await database.db
    .insertInto('session_events')
    .values([
      event(1, ME, idOf(1), '0x01'),
      event(2, ME, idOf(2), '0x02'),
      event(3, OTHER, idOf(1), '0x03'),
      event(4, OTHER, idOf(2), null),
      event(5, ME, idOf(1), null),
      event(6, ME, idOf(1), null),
      // The module revokes what was never granted, too.
      event(7, ME, idOf(9), null),
    ])
    .execute()
  expect(await listIndexedSessions(database.db, ME)).toEqual([
    { id: idOf(2), limits: '0x02', grantedAt: 1_002, revokedAt: null },
    { id: idOf(1), limits: '0x01', grantedAt: 1_001, revokedAt: 1_005 },
  ])
})
