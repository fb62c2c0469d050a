import type { Kysely } from 'kysely'
import { removeLoginEmail, replaceLoginEmail } from '../db/identities.queries.ts'
import { lockUser } from '../db/lock-user.ts'
import { noticeReceivers } from '../db/notice-receivers.queries.ts'
import { UNDO_S } from '../db/reserved-emails.queries.ts'
import { revokeDevices } from '../db/revoke-devices.ts'
import type { CustodyTables } from '../db/schema.ts'
import { findLinkedChange, type LinkedChange } from './email-changes.queries.ts'
import { EmailInUseError } from './errors.ts'

/** Returns whether a change can still be undone. */
export function canUndo({ kind, state, appliedAt }: LinkedChange, nowS: number): boolean {
  return kind === 'undo' && state === 'applied' && appliedAt !== null && appliedAt > nowS - UNDO_S
}

/**
 * Restores a user's earlier address, or removes the first one, even if other changes followed it, and revokes every
 * device. Does nothing for another kind of link, or when it is too late.
 *
 * @returns The change, and who could log in before the undo, or null when nothing was undone.
 * @throws {EmailInUseError} when the earlier address has another account by now. Nothing is changed then.
 */
export async function undoChange(
  db: Kysely<CustodyTables>,
  hash: Buffer,
  nowS: number,
): Promise<{ change: LinkedChange; receivers: readonly string[] } | null> {
  const linked = await findLinkedChange(db, hash)
  if (linked === null) return null
  const { userId } = linked
  return await db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    const change = await findLinkedChange(trx, hash)
    if (change === null || !canUndo(change, nowS)) return null
    const receivers = await noticeReceivers(trx, userId)
    await revokeDevices(trx, { userId, except: null }, nowS)
    if (change.oldEmail === null) await removeLoginEmail(trx, userId)
    else if (!(await replaceLoginEmail(trx, userId, change.oldEmail))) throw new EmailInUseError()
    await trx
      .updateTable('email_changes')
      .set({ state: 'undone', undone_at: nowS })
      .where('user_id', '=', userId)
      .where('state', '!=', 'undone')
      .where((row) =>
        row.or([row('applied_at', 'is', null), row('applied_at', '>=', change.appliedAt ?? 0)]),
      )
      .execute()
    return { change, receivers }
  })
}
