import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { TestDatabase } from '../testing/create-test-database.ts'
import { createTestDatabase } from '../testing/create-test-database.ts'
import { listenForChanges } from './listen-for-changes.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})

afterAll(() => database.drop())

const notify = (schema = 'public') =>
  sql`select pg_notify('bullring_changes', ${schema})`.execute(database.db)

const listeners = sql<{ pid: number }>`select pid from pg_stat_activity
  where application_name = 'bullring-game-listener' and datname = current_database()`

describe('listenForChanges', () => {
  test('reconnects after a lost connection and reports missed changes', async () => {
    const stopping = new AbortController()
    const received = { changes: 0, breaks: 0 }
    const running = listenForChanges(
      database.url,
      {
        onChange: () => {
          received.changes += 1
        },
        onBreak: () => {
          received.breaks += 1
        },
      },
      stopping.signal,
    )
    await expect.poll(() => received.changes).toBe(1)
    await notify('market_btc')
    await notify()
    await expect.poll(() => received.changes).toBe(2)

    const before = (await listeners.execute(database.db)).rows[0]?.pid
    await sql`select pg_terminate_backend(${before}::int4, 5000)`.execute(database.db)
    await notify()
    // The notification was missed: reconnecting reports the change.
    await expect.poll(() => received.changes).toBe(3)
    expect(received.breaks).toBe(1)
    const after = (await listeners.execute(database.db)).rows.map(({ pid }) => pid)
    expect(after).toHaveLength(1)
    expect(after).not.toContain(before)
    await notify()
    await expect.poll(() => received.changes).toBe(4)

    stopping.abort()
    await running
    expect(received.breaks).toBe(1)
    expect((await listeners.execute(database.db)).rows).toEqual([])
  })
})
