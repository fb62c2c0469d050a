import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { openDatabase } from '../db/open-database.ts'

/** A database for one test file. */
export type TestDatabase<tables> = { db: Kysely<tables>; url: string; drop: () => Promise<void> }

/**
 * Creates an empty database on the server the test run was given.
 *
 * @param adminUrl - A URL whose user may create databases.
 * @param open - Opens the new database and creates its tables.
 */
export function createTestDatabase<tables>(
  adminUrl: string,
  open: (url: string) => Promise<Kysely<tables>>,
): Promise<TestDatabase<tables>> {
  return create(adminUrl, 'template1', open)
}

/**
 * Creates a database with the tables of a service: a copy of one that is migrated once per test run.
 *
 * @param openMigrated - Opens a database and runs the service's migrations.
 */
export async function createServiceDatabase<tables>(
  adminUrl: string,
  service: string,
  openMigrated: (url: string) => Promise<Kysely<tables>>,
): Promise<TestDatabase<tables>> {
  const template = await ensureTemplate(adminUrl, service, openMigrated)
  return create(adminUrl, template, async (url) =>
    openDatabase<tables>({ url, applicationName: 'test', onIdleError: () => undefined }),
  )
}

async function create<tables>(
  adminUrl: string,
  template: string,
  open: (url: string) => Promise<Kysely<tables>>,
): Promise<TestDatabase<tables>> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // The default strategy writes each page to the log first.
  await runOnServer(adminUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = urlOf(adminUrl, name)
  const db = await open(url)
  return {
    db,
    url,
    drop: async () => {
      await db.destroy()
      await runOnServer(adminUrl, `drop database ${name} with (force)`)
    },
  }
}

/**
 * Creates a service's template unless another worker has. It is named only after the migration, so that one whose
 * worker was stopped is never copied.
 *
 * @returns The name of the template.
 */
async function ensureTemplate(
  adminUrl: string,
  service: string,
  openMigrated: (url: string) => Promise<Pick<Kysely<unknown>, 'destroy'>>,
): Promise<string> {
  const name = `template_${service}`
  await withClient(adminUrl, async (client) => {
    if (await exists(client, name)) return
    // Held until the connection closes.
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    if (await exists(client, name)) return
    const draft = `${name}_${randomUUID().slice(0, 8)}`
    await client.query(`create database ${draft}`)
    const db = await openMigrated(urlOf(adminUrl, draft))
    await db.destroy()
    await client.query(`alter database ${draft} rename to ${name}`)
  })
  return name
}

async function exists(client: pg.Client, database: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  return rowCount === 1
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Runs a statement on the server, in its administrative database. */
export async function runOnServer(adminUrl: string, statement: string): Promise<void> {
  await withClient(adminUrl, (client) => client.query(statement))
}

async function withClient(
  adminUrl: string,
  use: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
