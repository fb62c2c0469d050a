import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newestPosition } from '../stream/postgres/stream.queries.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { fillRound } from '../testing/database/fill-round.ts'
import { listenForChanges } from './listen-for-changes.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})

afterAll(() => database.drop())

const notify = (schema = 'public') =>
  sql`select pg_notify('bullring_positions', ${`${schema} 7`})`.execute(database.db)

const listeners = sql<{ pid: number }>`select pid from pg_stat_activity
  where application_name = 'bullring-game-listener' and datname = current_database()`

describe('listenForChanges', () => {
  test('reconnects after a lost connection and reports missed changes', async () => {
    const stopping = new AbortController()
    const received = { changes: 0, breaks: 0 }
    const positions: (number | null)[] = []
    const running = listenForChanges(
      database.url,
      {
        onChange: (position) => {
          received.changes += 1
          positions.push(position)
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
    expect(positions).toEqual([null, 7, null, 7])
    expect((await listeners.execute(database.db)).rows).toEqual([])
  })

  test('reports the id of the newest change of a transaction', async () => {
    const stopping = new AbortController()
    const positions: (number | null)[] = []
    const onChange = (position: number | null) => positions.push(position)
    const callbacks = { onChange, onBreak: () => undefined }
    const running = listenForChanges(database.url, callbacks, stopping.signal)
    await expect.poll(() => positions).toEqual([null])
    await database.db.transaction().execute(async (tx) => {
      await fillRound(tx, 7, 3)
      await sql`insert into blocks (number, hash, timestamp) values (1, '', 9)`.execute(tx)
    })
    const newest = await newestPosition(database.db)
    await expect.poll(() => positions.at(-1)).toBe(newest)
    // Of the bets, then of the block.
    const ofBets = await sql<{
      id: number
    }>`select max(id) as id from changes where kind = 'bet'`.execute(database.db)
    expect(positions).toEqual([null, ofBets.rows[0]?.id, newest])
    stopping.abort()
    await running
  })
})
