import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../testing/query.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { type Primary, promote, startStandby, waitUntilReplayed } from './standby.ts'

const running: Postgres[] = []
let folder = ''
let primary: Postgres & Primary
let standby: Postgres & Primary

const options = (name: string) => ({
  name,
  folder: join(folder, name),
  password: 'test',
  isDurable: false,
})

async function startStandbyOf(source: Primary, name: string): Promise<Postgres & Primary> {
  const started = await startStandby(source, options(name))
  running.push(started)
  return { ...started, folder: options(name).folder }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-standby-'))
  await chmod(folder, 0o711)
  primary = { ...(await startPostgres(options('first'))), folder: options('first').folder }
  running.push(primary)
  await query(primary.adminUrl, 'create table bets as select generate_series(1, 10000) as id')
  standby = await startStandbyOf(primary, 'second')
})

afterAll(async () => {
  for (const { child } of running) await child.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('startStandby', () => {
  test('has the primary’s rows, follows new ones, and accepts no writes', async () => {
    await query(primary.adminUrl, 'insert into bets values (10001)')
    await waitUntilReplayed(primary.adminUrl, standby.adminUrl)
    expect(await query(standby.adminUrl, 'select count(*)::int from bets')).toEqual([
      { count: 10_001 },
    ])
    await expect(query(standby.adminUrl, 'insert into bets values (0)')).rejects.toThrow(
      'read-only transaction',
    )
  })

  test('continues after a restart', async () => {
    await standby.child.stop()
    await query(primary.adminUrl, 'insert into bets values (10002)')
    standby = await startStandbyOf(primary, 'second')
    await waitUntilReplayed(primary.adminUrl, standby.adminUrl)
    expect(await query(standby.adminUrl, 'select max(id) from bets')).toEqual([{ max: 10_002 }])
  })
})

describe('promote', () => {
  test('makes the standby a primary, of which another standby can be made', async () => {
    await waitUntilReplayed(primary.adminUrl, standby.adminUrl)
    primary.child.process.kill('SIGKILL')
    await primary.child.exited
    await promote(standby.adminUrl)
    await query(standby.adminUrl, 'insert into bets values (10003)')
    const third = await startStandbyOf(standby, 'third')
    await waitUntilReplayed(standby.adminUrl, third.adminUrl)
    expect(await query(third.adminUrl, 'select max(id) from bets')).toEqual([{ max: 10_003 }])
  })
})
