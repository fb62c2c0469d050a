import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@bullring/server/db/migrate'
import { openDatabase } from '@bullring/server/db/open-database'
import { createTestDatabase } from '@bullring/server/testing/test-database'
import { SERVICE_MIGRATIONS } from '@bullring/stack/database/service-migrations'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { query } from '@bullring/stack/testing/query'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { releasedTables, writeTables } from './service-tables.ts'

/** Everything that a schema defines, but kysely's own tables. */
const TABLES = `
  select * from (
    select format('%s.%s %s %s %s', c.relname, a.attname, format_type(atttypid, atttypmod), attnotnull,
        pg_get_expr(d.adbin, d.adrelid)) as definition
      from pg_attribute a join pg_class c on c.oid = attrelid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = attnum
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select viewname || definition from pg_views where schemaname = 'public'
  ) definitions where definition not like '%kysely%' order by definition`

let root = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bullring-tables-'))
  await writeTables(root, '0.0.0')
})

afterAll(() => rm(root, { recursive: true, force: true }))

/** Returns what a database defines after this script and all migrations. */
async function tablesAfter(
  script: string,
  service: keyof typeof SERVICE_MIGRATIONS,
): Promise<unknown[]> {
  const onIdleError = () => undefined
  const { url, drop } = await createTestDatabase(inject('postgresUrl'), async (opened) =>
    openDatabase<unknown>({ url: opened, applicationName: 'test', onIdleError }),
  )
  try {
    await query(url, script)
    const options = { url, applicationName: 'test', onIdleError, variable: 'TEST_URL' }
    await migrate({ ...options, migrations: SERVICE_MIGRATIONS[service] })
    return await query(url, TABLES)
  } finally {
    await drop()
  }
}

const services = Object.keys(SERVICE_MIGRATIONS) as (keyof typeof SERVICE_MIGRATIONS)[]

describe('writeTables', () => {
  test.each(services)(
    'each released version of %s has the tables of this one after its migrations',
    async (service) => {
      const tables = await tablesAfter('', service)
      expect(tables.length).toBeGreaterThan(20)
      // Beside the released versions, this one.
      const files = [
        ...(await releasedTables(repositoryRoot, service)),
        ...(await releasedTables(root, service)),
      ]
      for (const file of files) {
        expect(await tablesAfter(await readFile(file, 'utf8'), service), file).toEqual(tables)
      }
    },
  )
})
