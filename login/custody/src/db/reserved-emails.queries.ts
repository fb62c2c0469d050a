import type { Database } from './database.ts'

/** Time for which a change of the address can be undone. Until then the earlier address gets no other account. */
export const UNDO_S = 72 * 3_600

/** Returns the user whose earlier address this is while the change can be undone, or null if it is free. */
export async function findReservation(
  db: Database,
  email: string,
  nowS: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('email_changes')
    .select('user_id')
    .where('old_email', '=', email)
    .where('state', '=', 'applied')
    .where('applied_at', '>', nowS - UNDO_S)
    .executeTakeFirst()
  return row?.user_id ?? null
}
