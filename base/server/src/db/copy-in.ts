import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import type { Connection } from './open-database.ts'

/**
 * Copies rows into a table within the transaction of `client`, several times faster than an insert.
 *
 * @param lines - In the text format of COPY: values separated by tabs, each row ended by a newline.
 */
export async function copyIn(
  client: Connection,
  table: string,
  { columns, lines }: { columns: readonly string[]; lines: string },
): Promise<void> {
  const names = [table, ...columns].map((name) => client.escapeIdentifier(name))
  const stream = client.query(from(`copy ${names[0]} (${names.slice(1).join(', ')}) from stdin`))
  await pipeline([Buffer.from(lines)], stream)
}
