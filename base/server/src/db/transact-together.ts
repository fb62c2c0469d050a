import { hash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type { Connection, ConnectionPool } from './open-database.ts'

type Rows = readonly unknown[]

/**
 * Runs a transaction with two round trips: all statements are sent before the first result arrives, then the commit. The
 * server parses and plans each text once per connection.
 *
 * @param pool - Opened with `isPipelined`.
 * @param verify - Receives the rows of the first statement. When it throws, nothing is committed.
 * @returns The rows of each statement.
 */
export async function transactTogether(
  pool: ConnectionPool,
  statements: readonly CompiledQuery[],
  verify: (first: Rows) => void,
): Promise<readonly Rows[]> {
  const client = await pool.connect()
  // A connection that cannot roll back is closed.
  let isUsable = true
  try {
    const begun = client.query('begin')
    const sent = statements.map((statement) => send(client, statement))
    const ended = Promise.allSettled([begun, ...sent])
    try {
      await begun
      verify((await sent[0]) ?? [])
      const results = await Promise.all(sent)
      await client.query('commit')
      return results
    } catch (error) {
      await ended
      isUsable = await client.query('rollback').then(Boolean, () => false)
      throw error
    }
  } finally {
    client.release(!isUsable)
  }
}

async function send(client: Connection, { sql, parameters }: CompiledQuery): Promise<Rows> {
  const { rows } = await client.query({
    name: hash('sha1', sql),
    text: sql,
    values: [...parameters],
  })
  return rows
}
