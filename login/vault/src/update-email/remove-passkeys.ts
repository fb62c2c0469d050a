import type { Place } from '@bullring/login-server/mail/place'
import type { Language } from '@bullring/wire/text/languages'
import type { Transaction } from 'kysely'
import { restoreHeldShare } from '../db/held-shares.queries.ts'
import {
  findFirstChange,
  lockProtection,
  markUndone,
  type Protection,
  recordChange,
} from '../db/passkey-changes.queries.ts'
import { replacePasskeys } from '../db/passkeys.queries.ts'
import type { VaultTables } from '../db/schema.ts'

/** Changes of passkeys count from then on: an address can be taken back for three days, and its thief may have come a day before. */
const COUNTED_SECONDS = 4 * 86_400

/** An undone change of a wallet's address. */
type UndoneEmail = {
  walletId: string
  language: Language
  place: Place
  undoneAt: number
  /** Whether the vault knew of the change: then passkeys could be added until now. */
  isKnown: boolean
}

/**
 * Removes the passkeys of the time of an undone change of address, and restores the plain share that they took the place of, or
 * else the passkeys from before. No mailed link brings back anything of that time. Repeating it changes nothing. Must come
 * before the account's logins change: links lock the wallet's row first, too.
 */
export async function removePasskeys(
  trx: Transaction<VaultTables>,
  { walletId, language, place, undoneAt, isKnown }: UndoneEmail,
): Promise<void> {
  const present = await lockProtection(trx, walletId)
  const time = { since: undoneAt - COUNTED_SECONDS, until: isKnown ? null : undoneAt }
  const first = await findFirstChange(trx, { walletId, ...time })
  if (first === null) return
  const isChanged = await restore(trx, walletId, { present, before: first.before })
  await markUndone(trx, walletId, first.id)
  if (!isChanged) return
  await recordChange(trx, { walletId, kind: 'email-undone', before: present, language, place })
}

/** Returns whether that changed anything. */
async function restore(
  trx: Transaction<VaultTables>,
  walletId: string,
  { present, before }: { present: Protection; before: Protection },
): Promise<boolean> {
  const isRestored = present.isRequired && (await restoreHeldShare(trx, walletId))
  // Only the present passkeys open the share: they must remain.
  if (present.isRequired && !isRestored && !before.isRequired) return false
  await replacePasskeys(trx, walletId, before.passkeys)
  return isRestored || idsOf(present) !== idsOf(before)
}

function idsOf({ passkeys }: Protection): string {
  return passkeys.map(({ credentialId }) => credentialId).join()
}
