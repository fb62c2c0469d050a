import pg from 'pg'
import { withClient } from './with-client.ts'

const DUPLICATE_DATABASE = '42P04'
const TIMEOUT_MS = 10_000

/** Creates the database `name` unless it exists. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  try {
    await runFor(adminUrl, name, 'CREATE DATABASE')
  } catch (error) {
    const exists = error instanceof pg.DatabaseError && error.code === DUPLICATE_DATABASE
    if (!exists) throw error
  }
}

/** Removes the database `name` with all that is in it, if it exists. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await runFor(adminUrl, name, 'DROP DATABASE IF EXISTS')
}

/** Lets connections again into those databases of `names` that exist and refuse them. */
export async function allowConnections(adminUrl: string, names: readonly string[]): Promise<void> {
  await withClient(adminUrl, TIMEOUT_MS, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE NOT datallowconn AND datname = ANY($1)',
      [names],
    )
    for (const { datname } of rows) {
      await client.query(
        `ALTER DATABASE ${client.escapeIdentifier(datname)} ALLOW_CONNECTIONS true`,
      )
    }
  })
}

async function runFor(adminUrl: string, name: string, command: string): Promise<void> {
  await withClient(adminUrl, TIMEOUT_MS, async (client) => {
    await client.query(`${command} ${client.escapeIdentifier(name)}`)
  })
}
