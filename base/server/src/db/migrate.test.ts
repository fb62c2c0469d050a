import { spawn } from 'node:child_process'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

let database: TestDatabase<unknown>

const optionsOf = (url: string) => ({
  url,
  applicationName: 'test',
  onIdleError: () => undefined,
})

beforeEach(async () => {
  database = await createTestDatabase(inject('postgresUrl'), (url) =>
    Promise.resolve(openDatabase<unknown>(optionsOf(url))),
  )
})

afterEach(() => database.drop())

const statement = (text: string): Migration => ({
  up: async (db) => {
    await sql.raw(text).execute(db)
  },
})
const CREATE = { '0001-bets': statement('create table bets (amount int)') }
const EXPAND = { ...CREATE, '0002-fee': statement('alter table bets add fee int') }
const CONTRACT = {
  ...EXPAND,
  '0003-contract-amount': statement('alter table bets drop amount'),
}

const run = (
  migrations: Record<string, Migration>,
  options: { url?: string; schema?: string; timeoutMs?: number } = {},
) => migrate({ ...optionsOf(database.url), migrations, variable: 'TEST_URL', ...options })

async function columns(): Promise<string[]> {
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns where table_name = 'bets' order by 1`.execute(
    database.db,
  )
  return rows.map(({ column_name }) => column_name)
}

describe('migrate', () => {
  test('lets the previous version start on a database of the next', async () => {
    await run(EXPAND)
    await run(CREATE)
    await run(EXPAND)
    expect(await columns()).toEqual(['amount', 'fee'])
  })

  test('does so in the schema of a market', async () => {
    const url = new URL(database.url)
    url.searchParams.set('options', '-c search_path=market_x,public')
    await run(EXPAND, { url: url.href, schema: 'market_x' })
    await run(CREATE, { url: url.href, schema: 'market_x' })
    expect(await columns()).toEqual(['amount', 'fee'])
  })

  test('error: refuses to start once something was removed', async () => {
    await run(CONTRACT)
    await expect(run(EXPAND)).rejects.toThrow(
      'The database at TEST_URL cannot be used. A newer version has removed what this one needs (0003-contract-amount): start that version.',
    )
  })

  test('error: refuses the tables of a version before the first release, and leaves them as they are', async () => {
    await run({ '0001-amounts': statement('create table bets (amount int)') })
    await sql`insert into bets values (7)`.execute(database.db)
    const released = { '0001-bets': statement('create table bets (amount int, fee int)') }
    await expect(run(released)).rejects.toThrow(
      'The database at TEST_URL cannot be used. It has the tables of a version before the first release (0001-amounts), which no release migrates: name another database.',
    )
    const { rows } = await sql`select * from bets`.execute(database.db)
    expect(rows).toEqual([{ amount: 7 }])
  })

  test('waits for a long query without making others wait for it', async () => {
    await run(CREATE)
    const { promise: isRead, resolve: finishReading } = Promise.withResolvers<void>()
    const { promise: holdsLock, resolve: lock } = Promise.withResolvers<void>()
    const reading = database.db.transaction().execute(async (tx) => {
      await sql`select * from bets`.execute(tx)
      lock()
      await isRead
    })
    await holdsLock
    const migrated = run(EXPAND)
    const isWaiting = async () => {
      const { rows } = await sql`
        select 1 from pg_locks join pg_database d on d.oid = database
        where not granted and locktype = 'relation' and datname = current_database()`.execute(
        database.db,
      )
      return rows.length > 0
    }
    await expect.poll(isWaiting, { interval: 20 }).toBe(true)
    // Behind the migration in the queue of the lock, while the long query still runs.
    await sql`select * from bets`.execute(database.db)
    expect(await columns()).toEqual(['amount'])
    finishReading()
    await reading
    await migrated
    expect(await columns()).toEqual(['amount', 'fee'])
  })

  test('lets a migration take longer than a statement may', async () => {
    // A connection must open within the limit, too, on a busy machine.
    await run({ '0001-slow': statement('select pg_sleep(2.5)') }, { timeoutMs: 1_000 })
  })

  test('does not wait for the statement of a process that was killed', async () => {
    const slow = `
      import { sql } from 'kysely'
      import { migrate } from '${new URL('migrate.ts', import.meta.url).href}'
      const up = (db) => sql\`select pg_sleep(600)\`.execute(db)
      const url = process.argv[1]
      const options = { url, applicationName: 'killed', onIdleError: () => undefined }
      await migrate({ ...options, variable: 'TEST_URL', migrations: { '0001-bets': { up } } })`
    const killed = spawn(process.execPath, ['--input-type=module', '--eval', slow, database.url], {
      stdio: 'inherit',
    })
    const statements = async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where application_name = 'killed' and query like '%pg_sleep%'`.execute(database.db)
      return rows.length
    }
    await expect.poll(statements, { timeout: 30_000 }).toBe(1)
    killed.kill('SIGKILL')
    await run(CREATE)
    expect(await columns()).toEqual(['amount'])
  })
})
