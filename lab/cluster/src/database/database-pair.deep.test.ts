import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { query } from '@bullring/stack/testing/query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPorts } from '../processes/find-ports.ts'
import { type DatabasePair, startDatabasePair } from './database-pair.ts'

let folder = ''
let pair: DatabasePair
let checks: readonly number[] = []
let options: Parameters<typeof startDatabasePair>[0]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-pair-'))
  await chmod(folder, 0o711)
  const [port1 = 0, check1 = 0, port2 = 0, check2 = 0] = await findPorts(4)
  checks = [check1, check2]
  options = {
    folder: join(folder, 'postgres'),
    password: 'test',
    ports: [
      { port: port1, checkPort: check1 },
      { port: port2, checkPort: check2 },
    ],
    config: 'fsync = off\n',
    report: () => undefined,
  }
  pair = await startDatabasePair(options)
})

afterAll(async () => {
  await pair.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the role that each server reports, as haproxy sees it. */
async function roles(): Promise<string[]> {
  return await Promise.all(
    checks.map(async (port) => {
      const statuses = await Promise.all(
        ['primary', 'replica'].map(async (role) => {
          const { status } = await fetch(`http://127.0.0.1:${port}/${role}`, { method: 'OPTIONS' })
          return status === 200 ? role : ''
        }),
      )
      return statuses.join('')
    }),
  )
}

describe('startDatabasePair', () => {
  test('loses no committed row in a fail-over, and continues in the other order', async () => {
    expect(await roles()).toEqual(['primary', 'replica'])
    await query(pair.primaryUrl(), 'create table bets (id int)')
    await query(pair.primaryUrl(), 'insert into bets values (1)')
    await pair.failOver()
    expect(await roles()).toEqual(['replica', 'primary'])
    expect(await query(pair.primaryUrl(), 'select id from bets')).toEqual([{ id: 1 }])
    await pair.untilSynchronous()
    await query(pair.primaryUrl(), 'insert into bets values (2)')
    await pair.stop()

    pair = await startDatabasePair(options)
    expect(await roles()).toEqual(['replica', 'primary'])
    expect(await query(pair.primaryUrl(), 'select count(*)::int from bets')).toEqual([{ count: 2 }])
  })

  test('restarts killed servers, and writes go on without a standby', async () => {
    expect(pair.kill('standby')).toBe(true)
    await query(pair.primaryUrl(), 'insert into bets values (3)')
    await expect.poll(() => pair.kill('primary')).toBe(true)
    const count = () =>
      query(pair.primaryUrl(), 'select count(*)::int from bets').catch(() => 'unreachable')
    await expect.poll(count).toEqual([{ count: 3 }])
  })
})
