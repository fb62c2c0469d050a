import pg from 'pg'

const DUPLICATE_DATABASE = '42P04'
const TIMEOUT_MS = 10_000

/** Creates the database `name` unless it exists. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({
    connectionString: adminUrl,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } catch (error) {
    const exists = error instanceof pg.DatabaseError && error.code === DUPLICATE_DATABASE
    if (!exists) throw error
  } finally {
    await client.end()
  }
}
