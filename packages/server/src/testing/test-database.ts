import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import pg from 'pg'

/** A migrated database for one test file. */
export type TestDatabase<tables> = { db: Kysely<tables>; url: string; drop: () => Promise<void> }

/**
 * Creates a database on the server the test run was given.
 *
 * @param adminUrl - A URL whose user may create databases.
 * @param open - Opens the new database and creates its tables.
 */
export async function createTestDatabase<tables>(
  adminUrl: string,
  open: (url: string) => Promise<Kysely<tables>>,
): Promise<TestDatabase<tables>> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOnServer(adminUrl, `create database ${name}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  const db = await open(url.href)
  return {
    db,
    url: url.href,
    drop: async () => {
      await db.destroy()
      await runOnServer(adminUrl, `drop database ${name} with (force)`)
    },
  }
}

/** Runs a statement on the server, in its administrative database. */
export async function runOnServer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
