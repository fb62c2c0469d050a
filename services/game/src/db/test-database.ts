import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrate } from './migrate.ts'
import type { Database } from './open-database.ts'
import { openDatabase } from './open-database.ts'

/** A migrated database of its own for one test file. */
export type TestDatabase = { db: Database; url: string; drop: () => Promise<void> }

/**
 * Creates a database on the server the test run was given.
 *
 * @param adminUrl - A URL whose user may create databases.
 */
export async function createTestDatabase(adminUrl: string): Promise<TestDatabase> {
  const name = `game_${randomUUID().replaceAll('-', '')}`
  await runOnServer(adminUrl, `create database ${name}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  const db = openDatabase(url.href, () => undefined)
  await migrate(db)
  return {
    db,
    url: url.href,
    drop: async () => {
      await db.destroy()
      await runOnServer(adminUrl, `drop database ${name} with (force)`)
    },
  }
}

async function runOnServer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
