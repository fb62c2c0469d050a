import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'

const SECRET_BYTES = 32

/** Returns a random secret of the service, the same for all its processes and after every restart. */
export async function openSecret(
  db: Database,
  name: 'image-links' | 'swap-quotes',
): Promise<Buffer> {
  const value = randomBytes(SECRET_BYTES)
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}
