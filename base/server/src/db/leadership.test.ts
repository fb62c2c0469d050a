import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { Leadership } from './leadership.ts'

let database: TestDatabase<unknown>
let running: { stop: () => Promise<void> }[] = []

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), (url) => {
    const pool = new pg.Pool({ connectionString: url })
    return Promise.resolve(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }))
  })
})

afterEach(async () => {
  await Promise.all(running.map(({ stop }) => stop()))
  running = []
})

afterAll(() => database.drop())

function start({ name = 'test', url = database.url, leadsUnreachable = false } = {}) {
  const changes: boolean[] = []
  const leadership = new Leadership({
    url,
    name,
    leadsUnreachable,
    applicationName: 'test-leader',
    onChange: (isLeading) => changes.push(isLeading),
  })
  const stopping = new AbortController()
  const ended = leadership.run(stopping.signal)
  const stop = async () => {
    stopping.abort()
    await ended
  }
  running.push({ stop })
  return { leadership, changes, stop, signal: stopping.signal }
}

const leads = ({ leadership }: ReturnType<typeof start>) =>
  expect.poll(() => leadership.isLeading())

async function cutSessions(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'test-leader'`.execute(database.db)
}

describe('Leadership', () => {
  test('elects one of several, and the next when it stops', async () => {
    const first = start()
    await leads(first).toBe(true)
    const second = start()
    await expect.poll(() => second.changes).toEqual([false])
    expect(second.leadership.isStandby()).toBe(true)
    expect(first.leadership.isStandby()).toBe(false)
    await first.stop()
    await leads(second).toBe(true)
    expect(first.leadership.isLeading()).toBe(false)
    expect(second.changes).toEqual([false, true])
  })

  test('elects a leader for each name and schema', async () => {
    await sql`create schema other`.execute(database.db)
    const url = `${database.url}?options=${encodeURIComponent('-c search_path=other')}`
    for (const leader of [start(), start({ name: 'another' }), start({ url })]) {
      await leads(leader).toBe(true)
    }
  })

  test('runs work in each term, and ends it when the session is lost', async () => {
    const leader = start()
    let terms = 0
    const working = leader.leadership.whileLeading(async (signal) => {
      terms += 1
      await sleep(600_000, undefined, { signal }).catch(() => undefined)
    }, leader.signal)
    await expect.poll(() => terms).toBe(1)
    await cutSessions()
    await expect.poll(() => terms).toBe(2)
    await leader.stop()
    await working
    expect(terms).toBe(2)
  })

  test('releases the lock only once all work has ended', async () => {
    const first = start()
    const work = Promise.withResolvers<void>()
    const working = first.leadership.whileLeading(() => work.promise, first.signal)
    await leads(first).toBe(true)
    const stopped = first.stop()
    const { rows } =
      await sql`select from pg_locks where locktype = 'advisory' and granted and database =
      (select oid from pg_database where datname = current_database())`.execute(database.db)
    expect(rows).toHaveLength(1)
    work.resolve()
    await Promise.all([stopped, working])
    await leads(start()).toBe(true)
  })

  test('rejects with the error of its work', async () => {
    const leader = start()
    const failing = () => Promise.reject(new Error('broken'))
    await expect(leader.leadership.whileLeading(failing, leader.signal)).rejects.toThrow('broken')
  })

  test('leads or stands by while the database cannot be reached, as configured', async () => {
    const url = 'postgres://none@127.0.0.1:1/none'
    const [cautious, eager] = [start({ url }), start({ url, leadsUnreachable: true })]
    await expect.poll(() => eager.changes).toEqual([true])
    await expect.poll(() => cautious.changes).toEqual([false])
    expect(eager.leadership.isLeading()).toBe(true)
    expect(cautious.leadership.isLeading()).toBe(false)
  })
})
