import type { TestDatabase } from '@bullring/server/testing/test-database'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { DeviceChanges } from './db/device-changes.ts'
import type { CustodyTables } from './db/schema.ts'
import { trustDevice } from './db/trusted-devices.queries.ts'
import { createTestDatabase } from './testing/test-database.ts'
import { waitUntilDecided } from './wait-until-decided.ts'

/** Longer than any test: only notifications wake. */
const NEVER_MS = 600_000

let database: TestDatabase<CustodyTables>
let deviceChanges: DeviceChanges
let running: Promise<void>
const stopping = new AbortController()

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  deviceChanges = new DeviceChanges()
  running = deviceChanges.run(database.url, () => undefined, stopping.signal)
  await vi.waitFor(async () => expect(await listeners()).toBe(1), 60_000)
})
afterAll(async () => {
  stopping.abort()
  await running
  await database.drop()
})

async function listeners(): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
    and application_name = 'bullring-custody-listener' and query like 'listen%' and state = 'idle'`.execute(
    database.db,
  )
  return rows.length
}

/** Waits for a device, and counts how often its state is read. */
function wait(deviceId: string) {
  const waiting = { reads: 0, isApproved: false }
  const readState = () => {
    waiting.reads += 1
    return Promise.resolve(waiting.isApproved ? 'approved' : 'pending')
  }
  const ended = waitUntilDecided(
    { deviceChanges, deviceId, readState, rereadMs: NEVER_MS, waitMs: NEVER_MS },
    stopping.signal,
  )
  return Object.assign(waiting, { ended })
}

const trust = (deviceId: string) =>
  trustDevice(database.db, { email: 'alice@example.com', deviceId }, 1)

describe('waitUntilDecided', () => {
  test('reads again when something was decided about its device alone', async () => {
    const [mine, other] = [wait('mine'), wait('other')]
    expect([mine.reads, other.reads]).toEqual([1, 1])
    mine.isApproved = true
    await trust('mine')
    expect(await mine.ended).toBe('approved')
    expect([mine.reads, other.reads]).toEqual([2, 1])
    other.isApproved = true
    await trust('other')
    expect(await other.ended).toBe('approved')
  })

  test('reads again after a lost connection, which may have missed a decision', async () => {
    const waiting = wait('mine')
    waiting.isApproved = true
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'bullring-custody-listener'`.execute(
      database.db,
    )
    expect(await waiting.ended).toBe('approved')
  })
})
