import { type Kysely, sql } from 'kysely'

/** Returns every row of every table as text. Bytes are hexadecimal. */
export async function dumpDatabase<tables>(db: Kysely<tables>): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename
  `.execute(db)
  const dumps = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} t
      `.execute(db)
      return [name, ...rows.map(({ row }) => row)].join('\n')
    }),
  )
  return dumps.join('\n')
}

/** Returns the ways in which a program may have written a secret. */
export function spellings(secret: Uint8Array | string): string[] {
  const bytes = Buffer.from(secret)
  const encoded = (['hex', 'base64', 'base64url'] as const).map((each) => bytes.toString(each))
  const asText = typeof secret === 'string' ? [secret] : [Array.from(bytes).join(',')]
  // A token may be stored as the bytes that it spells.
  const decoded =
    typeof secret === 'string' ? [Buffer.from(secret, 'base64url').toString('hex')] : []
  return [...encoded.map((each) => each.replace(/=+$/, '')), ...asText, ...decoded]
}
