import { createToken } from '@bullring/server/secret-token'
import type { Language } from '@bullring/wire/text/languages'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { DATABASE_TIME } from './clock.ts'
import type { Database } from './database.ts'
import { findPasskeys, type StoredPasskey } from './passkeys.queries.ts'
import type { PasskeyChangeKind, VaultTables } from './schema.ts'

/** How long a change of the passkeys can be undone: shorter than the plain share is held. */
const UNDO_SECONDS = 72 * 3_600
/** How long a change is kept: its page shows the outcome. */
const KEPT_SECONDS = 30 * 86_400

/** How a wallet is protected at one time. */
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

/** Returns how a wallet is protected now. Its row must be locked. */
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

/** A change of the passkeys, and what it replaces. Its mail goes to `email`. */
type NewChange = {
  walletId: string
  kind: PasskeyChangeKind
  before: Protection
  email: string | null
  language: Language
}

/** Records a change of the passkeys. */
export async function recordChange(
  trx: Transaction<VaultTables>,
  change: NewChange,
): Promise<void> {
  const { isRequired, passkeys } = change.before
  const asText = passkeys.map((passkey) => ({
    ...passkey,
    salt: passkey.salt.toString('base64'),
    encryptedShare: passkey.encryptedShare.toString('base64'),
  }))
  await trx
    .insertInto('passkey_changes')
    .values({
      wallet_id: change.walletId,
      kind: change.kind,
      was_required: isRequired,
      passkeys_before: JSON.stringify(asText),
      email: change.email,
      language: change.language,
      changed_at: DATABASE_TIME,
    })
    .execute()
}

/** A change of the passkeys as the page behind a mailed link shows it. */
export type LinkedChange = {
  id: number
  walletId: string
  email: string | null
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
    email: row.email,
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
  /** The address of the change, and for an undo the account's current one, too. */
  emails: readonly string[]
  language: Language
  changedAt: number
}

/** The address with which the owner of a changed wallet logs in now. */
const CURRENT_EMAIL = sql<string | null>`(select i.subject from recovery_shares r
  join identities i using (account_id) where r.wallet_id = passkey_changes.wallet_id
  and i.provider = 'email' order by i.linked_at desc limit 1)`

/** Returns the next change to mail after `id`, and locks it until the transaction ends; other processes skip it. */
export async function lockUnsentChange(
  trx: Transaction<VaultTables>,
  id: number,
): Promise<UnsentChange | undefined> {
  const row = await trx
    .selectFrom('passkey_changes')
    .select(['id', 'kind', 'email', 'language', 'changed_at as changedAt'])
    .select(CURRENT_EMAIL.as('currentEmail'))
    .where('id', '>', id)
    .where('notified_at', 'is', null)
    .where('email', 'is not', null)
    .where('changed_at', '>', sql<number>`${DATABASE_TIME} - ${UNDO_SECONDS}::int8`)
    .orderBy('id')
    .limit(1)
    // Lets the link refer to the row.
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (row?.email == null) return undefined
  const { email, currentEmail, ...change } = row
  // An earlier address has links, too: pressing one is not silent.
  const others = change.kind === 'undone' && currentEmail !== null ? [currentEmail] : []
  return { ...change, emails: [...new Set([email, ...others])] }
}

/** Creates a link that undoes a change. Returns its token, of which only the hash is stored. */
export async function addUndoLink(db: Database, changeId: number): Promise<string> {
  const { token, hash } = createToken()
  const link = { token_hash: hash, change_id: changeId }
  await db.insertInto('passkey_undo_links').values(link).execute()
  return token
}

/** Records that the mail about a change was sent. */
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
