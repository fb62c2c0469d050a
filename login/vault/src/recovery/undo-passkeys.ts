import type { Envelope } from '@bullring/login-server/envelope/envelope'
import type { Place } from '@bullring/login-server/mail/place'
import type { Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import { holdPlainShare, restoreHeldShare } from '../db/held-shares.queries.ts'
import {
  findLinkedChange,
  findProtection,
  type LinkedChange,
  markUndone,
  type Protection,
  recordChange,
} from '../db/passkey-changes.queries.ts'
import { replacePasskeys } from '../db/passkeys.queries.ts'
import type { VaultTables } from '../db/schema.ts'
import { hashShareProof } from './hash-proof.ts'
import { lockRecovery, type StoredRecovery } from './recovery.queries.ts'
import { decryptShare } from './recovery.ts'

export type UndoPasskeysDeps = {
  db: Database
  envelope: Envelope
  /** Mails the owners of changed wallets. Never throws. */
  sendPasskeyMails: () => Promise<void>
}

/** Returns whether a change can still be undone. */
export function canUndo({ isUndone, isTooOld }: LinkedChange): boolean {
  return !isUndone && !isTooOld
}

/**
 * Protects a wallet as before a change, even if others followed it, and ends the account's logins. The undo is a change
 * itself: it is mailed, and can be undone. Without effect for another link or when it is too late.
 */
export async function undoPasskeys(
  deps: UndoPasskeysDeps,
  hash: Buffer,
  place: Place,
): Promise<void> {
  const linked = await findLinkedChange(deps.db, hash)
  if (linked === null) return
  await deps.db.transaction().execute(async (trx) => {
    const stored = await lockRecovery(trx, linked.walletId)
    const change = await findLinkedChange(trx, hash)
    if (stored === undefined || change === null || !canUndo(change)) return
    const before = await findProtection(trx, stored)
    if (!(await restore(trx, deps, stored, change.before))) return
    const { id, walletId, emails: alsoTo, language } = change
    await markUndone(trx, walletId, id)
    await recordChange(trx, { walletId, kind: 'undone', before, language, place, alsoTo })
    await trx.deleteFrom('logins').where('account_id', '=', stored.accountId).execute()
  })
  await deps.sendPasskeyMails()
}

/** Returns false when the plain share is gone. Nothing is changed then. */
async function restore(
  trx: Transaction<VaultTables>,
  { envelope }: Pick<UndoPasskeysDeps, 'envelope'>,
  stored: StoredRecovery,
  { isRequired, passkeys }: Protection,
): Promise<boolean> {
  const { walletId, share } = stored
  if (share === null && !isRequired && !(await restoreHeldShare(trx, walletId))) return false
  if (share !== null && isRequired) {
    const plain = await decryptShare(envelope, share)
    await holdPlainShare(trx, walletId, await hashShareProof(walletId, plain))
    plain.fill(0)
  }
  await replacePasskeys(trx, walletId, passkeys)
  return true
}
