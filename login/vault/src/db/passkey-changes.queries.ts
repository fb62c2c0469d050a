import type { Place } from '@bullring/login-server/mail/place'
import { createToken } from '@bullring/login-server/secret-token'
import type { Language } from '@bullring/wire/text/languages'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { DATABASE_TIME } from './clock.ts'
import type { Database } from './database.ts'
import { noticeReceivers } from './notice-receivers.queries.ts'
import { findPasskeys, type StoredPasskey } from './passkeys.queries.ts'
import type { PasskeyChangeKind, VaultTables } from './schema.ts'

/** Time for which a change of the passkeys can be undone: shorter than the plain share is held. */
const UNDO_SECONDS = 72 * 3_600
/** Time for which a change is kept: its page shows the outcome. */
const KEPT_SECONDS = 30 * 86_400

/** Protection of a wallet at one time. */
export type Protection = { isRequired: boolean; passkeys: readonly StoredPasskey[] }

const bytes = z.pipe(
  z.string(),
  z.transform((text: string) => Buffer.from(text, 'base64')),
)
const StoredPasskeys = z.array(
  z.object({
    credentialId: z.string(),
    label: z.string(),
    salt: bytes,
    encryptedShare: bytes,
    createdAt: z.number(),
  }),
)

/** Returns the current protection of a wallet. Its row must be locked. */
export async function findProtection(
  trx: Transaction<VaultTables>,
  { walletId, share }: { walletId: string; share: object | null },
): Promise<Protection> {
  return { isRequired: share === null, passkeys: await findPasskeys(trx, walletId) }
}

/** Like {@link findProtection}, and locks the wallet's row until the transaction ends. */
export async function lockProtection(
  trx: Transaction<VaultTables>,
  walletId: string,
): Promise<Protection> {
  const share = await trx
    .selectFrom('recovery_shares')
    .select('ciphertext')
    .where('wallet_id', '=', walletId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return await findProtection(trx, { walletId, share: share.ciphertext })
}

/** A change of the passkeys, and what it replaces. */
type NewChange = {
  walletId: string
  kind: PasskeyChangeKind
  before: Protection
  language: Language
  place: Place
  /** Addresses that were notified of the change that this one undoes: the owner's address may have changed since. */
  alsoTo?: readonly string[]
}

/** Records a change of the passkeys, for all who can log in to the wallet to hear of. */
export async function recordChange(
  trx: Transaction<VaultTables>,
  change: NewChange,
): Promise<void> {
  const { walletId, kind, before, language, place, alsoTo = [] } = change
  const { isRequired, passkeys } = before
  const emails = [...new Set([...alsoTo, ...(await noticeReceivers(trx, walletId))])]
  const asText = passkeys.map((passkey) => ({
    ...passkey,
    salt: passkey.salt.toString('base64'),
    encryptedShare: passkey.encryptedShare.toString('base64'),
  }))
  await trx
    .insertInto('passkey_changes')
    .values({
      wallet_id: walletId,
      kind,
      was_required: isRequired,
      passkeys_before: JSON.stringify(asText),
      email: emails[0] ?? null,
      emails,
      language,
      ...place,
      changed_at: DATABASE_TIME,
    })
    .execute()
}

/** A change of the passkeys as the page behind a mailed link shows it. */
export type LinkedChange = {
  id: number
  walletId: string
  /** Addresses that were notified of it. */
  emails: readonly string[]
  language: Language
  before: Protection
  changedAt: number
  isUndone: boolean
  isTooOld: boolean
}

/** Finds the change of a mailed link. */
export async function findLinkedChange(db: Database, hash: Buffer): Promise<LinkedChange | null> {
  const row = await db
    .selectFrom('passkey_undo_links as l')
    .innerJoin('passkey_changes as c', 'c.id', 'l.change_id')
    .selectAll('c')
    .select(sql<boolean>`c.changed_at <= ${DATABASE_TIME} - ${UNDO_SECONDS}::int8`.as('is_old'))
    .where('l.token_hash', '=', hash)
    .executeTakeFirst()
  if (row === undefined) return null
  const passkeys = StoredPasskeys.parse(row.passkeys_before)
  return {
    id: row.id,
    walletId: row.wallet_id,
    emails: toEmails(row),
    language: row.language,
    before: { isRequired: row.was_required, passkeys },
    changedAt: row.changed_at,
    isUndone: row.undone_at !== null,
    isTooOld: row.is_old,
  }
}

/**
 * Finds the first change of a wallet after `since` and until `until`; null for now. Returns null when every change of that time
 * was undone: undoing one by its link is a change itself, which was not.
 */
export async function findFirstChange(
  trx: Transaction<VaultTables>,
  { walletId, since, until }: { walletId: string; since: number; until: number | null },
): Promise<{ id: number; before: Protection } | null> {
  const changes = await trx
    .selectFrom('passkey_changes')
    .select(['id', 'was_required', 'passkeys_before', 'undone_at'])
    .where('wallet_id', '=', walletId)
    .where('kind', '!=', 'email-undone')
    .where('changed_at', '>', since)
    .$if(until !== null, (query) => query.where('changed_at', '<=', until ?? 0))
    .orderBy('id')
    .execute()
  const [first] = changes
  if (first === undefined || changes.every(({ undone_at }) => undone_at !== null)) return null
  const passkeys = StoredPasskeys.parse(first.passkeys_before)
  return { id: first.id, before: { isRequired: first.was_required, passkeys } }
}

/** Marks the changes of a wallet as undone, from one on. The wallet's row must be locked. */
export async function markUndone(
  trx: Transaction<VaultTables>,
  walletId: string,
  fromId: number,
): Promise<void> {
  await trx
    .updateTable('passkey_changes')
    .set({ undone_at: DATABASE_TIME })
    .where('wallet_id', '=', walletId)
    .where('undone_at', 'is', null)
    .where('id', '>=', fromId)
    .execute()
}

/** A change whose owner was not notified yet. */
export type UnsentChange = {
  id: number
  kind: PasskeyChangeKind
  /** Addresses to notify, which could log in at the time of the change or can now: either may be a thief's. */
  emails: readonly string[]
  language: Language
  changedAt: number
  /** Null for a change that a node of the previous version recorded. */
  place: Place | null
}

/** Returns the next change to mail after `id`, and locks it until the transaction ends. Other processes skip it. */
export async function lockUnsentChange(
  trx: Transaction<VaultTables>,
  id: number,
): Promise<UnsentChange | undefined> {
  const row = await trx
    .selectFrom('passkey_changes')
    .selectAll()
    .where('id', '>', id)
    .where('notified_at', 'is', null)
    .where('changed_at', '>', sql<number>`${DATABASE_TIME} - ${UNDO_SECONDS}::int8`)
    .orderBy('id')
    .limit(1)
    // Lets the link refer to the row.
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { kind, language, changed_at: changedAt, ip, device, app } = row
  const now = await noticeReceivers(trx, row.wallet_id)
  const reached = new Set(row.notified_emails)
  return {
    id: row.id,
    kind,
    language,
    changedAt,
    emails: [...new Set([...toEmails(row), ...now])].filter((email) => !reached.has(email)),
    place: ip === null || device === null ? null : { ip, device, app },
  }
}

function toEmails({ email, emails }: { email: string | null; emails: string[] | null }) {
  return emails ?? (email === null ? [] : [email])
}

/** Creates a link that undoes a change. Returns its token, of which only the hash is stored. */
export async function addUndoLink(db: Database, changeId: number): Promise<string> {
  const { token, hash } = createToken()
  const link = { token_hash: hash, change_id: changeId }
  await db.insertInto('passkey_undo_links').values(link).execute()
  return token
}

/** Records which mails about a change were sent, while others were not. */
export async function markReached(
  trx: Transaction<VaultTables>,
  id: number,
  emails: readonly string[],
): Promise<void> {
  await trx
    .updateTable('passkey_changes')
    .set({ notified_emails: sql`coalesce(notified_emails, '{}') || ${[...emails]}::text[]` })
    .where('id', '=', id)
    .execute()
}

/** Records that all mails about a change were sent. */
export async function markNotified(trx: Transaction<VaultTables>, id: number): Promise<void> {
  await trx
    .updateTable('passkey_changes')
    .set({ notified_at: DATABASE_TIME })
    .where('id', '=', id)
    .execute()
}

/** Deletes changes that are no longer needed. */
export async function deleteOldChanges(db: Database): Promise<void> {
  await db
    .deleteFrom('passkey_changes')
    .where('changed_at', '<=', sql<number>`${DATABASE_TIME} - ${KEPT_SECONDS}::int8`)
    .execute()
}
