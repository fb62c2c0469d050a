import type { EmailChangeResponse } from '@bullring/login-api/custody-api/email-change'
import type { Place } from '@bullring/login-server/mail/place'
import { createToken } from '@bullring/login-server/secret-token'
import type { Language } from '@bullring/wire/text/languages'
import type { Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import { noticeReceivers } from '../db/notice-receivers.queries.ts'
import { UNDO_S } from '../db/reserved-emails.queries.ts'
import type { CustodyTables } from '../db/schema.ts'

/** Lifetimes of a mailed link and of an approval. */
const LINK_LIFETIME_S = 20 * 60
const APPROVAL_LIFETIME_S = 3_600

/** A change of address that a device has begun. */
export type EmailChange = {
  userId: string
  deviceId: string
  /** Null for a user without an address. */
  oldEmail: string | null
  newEmail: string
  /** Language of the mails about it. */
  language: Language
  /** Origin of the app. */
  origin: string
  ip: string
  /** Browser and system. */
  label: string
}

type ChangeOfDevice = Pick<EmailChange, 'userId' | 'deviceId' | 'newEmail'>

/** Stores a change, which replaces the others that the device has begun. The user must be locked. */
export async function addChange(
  trx: Transaction<CustodyTables>,
  change: EmailChange,
  nowS: number,
): Promise<string> {
  const { userId, deviceId, oldEmail, newEmail, language, origin, ip, label } = change
  // A node of the previous version may apply it.
  const [noticeEmail = null] = await noticeReceivers(trx, userId)
  await trx
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('state', 'in', ['pending', 'approved', 'rejected'])
    .execute()
  const { id } = await trx
    .insertInto('email_changes')
    .values({
      user_id: userId,
      device_id: deviceId,
      old_email: oldEmail,
      new_email: newEmail,
      notice_email: noticeEmail,
      language,
      origin,
      ip,
      label,
      state: 'pending',
      created_at: nowS,
      expires_at: nowS + LINK_LIFETIME_S,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates a link to a change. Returns its token, of which only the hash is stored. */
export async function addLink(
  db: Database,
  changeId: string,
  kind: 'approve' | 'undo',
): Promise<{ token: string; hash: Buffer }> {
  const link = createToken()
  await db
    .insertInto('email_change_links')
    .values({ token_hash: link.hash, change_id: changeId, kind })
    .execute()
  return link
}

export async function deleteLink(db: Database, hash: Buffer): Promise<void> {
  await db.deleteFrom('email_change_links').where('token_hash', '=', hash).execute()
}

/** Finds the newest change to an address that a device has begun, unless it was replaced. */
export async function findChange(
  db: Database,
  { userId, deviceId, newEmail }: ChangeOfDevice,
  nowS: number,
): Promise<{ id: string; oldEmail: string | null; state: EmailChangeResponse['state'] } | null> {
  const row = await db
    .selectFrom('email_changes')
    .select(['id', 'old_email', 'state', 'expires_at'])
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('new_email', '=', newEmail)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  if (row === undefined) return null
  const { id, old_email: oldEmail, state } = row
  const isOpen = state === 'pending' || state === 'approved'
  const isOver = state === 'undone' || (isOpen && row.expires_at <= nowS)
  return { id, oldEmail, state: isOver ? 'expired' : state }
}

/** Decides a change that is pending and not too old. */
export async function decideChange(
  db: Database,
  hash: Buffer,
  decision: 'approved' | 'rejected',
  nowS: number,
): Promise<void> {
  await db
    .updateTable('email_changes')
    .set({ state: decision, expires_at: nowS + APPROVAL_LIFETIME_S })
    .where('state', '=', 'pending')
    .where('expires_at', '>', nowS)
    .where('id', '=', (query) =>
      query
        .selectFrom('email_change_links')
        .select('change_id')
        .where('token_hash', '=', hash)
        .where('kind', '=', 'approve'),
    )
    .execute()
}

/**
 * Records that a change was made. Its time is later than those of the user's other changes, also within one second or by
 * another node's clock: undoing a change undoes later ones, and nothing else. The user must be locked.
 */
export async function markApplied(
  trx: Transaction<CustodyTables>,
  { id, userId, receivers }: { id: string; userId: string; receivers: readonly string[] },
  nowS: number,
): Promise<void> {
  const { last } = await trx
    .selectFrom('email_changes')
    .select(({ fn }) => fn.max('applied_at').as('last'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('email_changes')
    .set({
      state: 'applied',
      applied_at: last === null ? nowS : Math.max(nowS, last + 1),
      notice_emails: [...receivers],
    })
    .where('id', '=', id)
    .execute()
}

/** A change whose undo link was not mailed yet. */
export type UnsentChange = {
  id: string
  oldEmail: string | null
  /** Addresses that could log in before it. */
  receivers: readonly string[]
  newEmail: string
  language: Language
  appliedAt: number
  /** Place in which it was made. */
  place: Place
}

/** Returns a change to mail that is not in `tried`, and locks it until the transaction ends. Other processes skip it. */
export async function lockUnsentChange(
  trx: Transaction<CustodyTables>,
  tried: readonly string[],
  nowS: number,
): Promise<UnsentChange | undefined> {
  const row = await trx
    .selectFrom('email_changes')
    .selectAll()
    .where('state', '=', 'applied')
    .where('notified_at', 'is', null)
    .where('applied_at', '>', nowS - UNDO_S)
    .$if(tried.length > 0, (query) => query.where('id', 'not in', tried))
    .orderBy('applied_at')
    .limit(1)
    // Lets the link refer to the row.
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { notice_emails: all, notice_email: first, ip, label: device, origin: app } = row
  return {
    id: row.id,
    oldEmail: row.old_email,
    receivers: all ?? (first === null ? [] : [first]),
    newEmail: row.new_email,
    language: row.language,
    appliedAt: row.applied_at ?? nowS,
    place: { ip, device, app },
  }
}

/** Records who has not got the undo link of a change yet. */
export async function keepReceivers(
  trx: Transaction<CustodyTables>,
  id: string,
  receivers: readonly string[],
): Promise<void> {
  await trx
    .updateTable('email_changes')
    .set({ notice_emails: [...receivers] })
    .where('id', '=', id)
    .execute()
}

/** Records that the undo link of a change was mailed. */
export async function markNotified(
  trx: Transaction<CustodyTables>,
  id: string,
  nowS: number,
): Promise<void> {
  await trx.updateTable('email_changes').set({ notified_at: nowS }).where('id', '=', id).execute()
}

/** A change as the page behind a mailed link shows it. */
export type LinkedChange = EmailChange & {
  id: string
  kind: 'approve' | 'undo'
  state: 'pending' | 'approved' | 'rejected' | 'applied' | 'undone'
  createdAt: number
  expiresAt: number
  appliedAt: number | null
}

/** Finds the change of a mailed link. */
export async function findLinkedChange(db: Database, hash: Buffer): Promise<LinkedChange | null> {
  const row = await db
    .selectFrom('email_change_links as l')
    .innerJoin('email_changes as c', 'c.id', 'l.change_id')
    .selectAll('c')
    .select('l.kind')
    .where('l.token_hash', '=', hash)
    .executeTakeFirst()
  if (row === undefined) return null
  const { id, kind, state, language, origin, ip, label } = row
  return {
    id,
    kind,
    state,
    language,
    origin,
    ip,
    label,
    userId: row.user_id,
    deviceId: row.device_id,
    oldEmail: row.old_email,
    newEmail: row.new_email,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    appliedAt: row.applied_at,
  }
}

/**
 * Returns the time at which a change of a user was last undone, or undefined if none was lately, or if the address was changed
 * again since: the vault knew of the undo then.
 */
export async function findLastUndo(db: Database, userId: string): Promise<number | undefined> {
  const { undoneAt, undone, applied } = await db
    .selectFrom('email_changes')
    .select(({ fn }) => [
      fn.max('undone_at').as('undoneAt'),
      fn.max('applied_at').filterWhere('state', '=', 'undone').as('undone'),
      fn.max('applied_at').filterWhere('state', '=', 'applied').as('applied'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const isChangedAgain = undone !== null && applied !== null && applied > undone
  return isChangedAgain ? undefined : (undoneAt ?? undefined)
}

/** Time for which a change is kept: its page shows the outcome. */
const KEPT_S = 30 * 86_400

/** Deletes changes that no link leads to any more. */
export async function deleteOldChanges(db: Database, nowS: number): Promise<void> {
  await db
    .deleteFrom('email_changes')
    .where('created_at', '<', nowS - KEPT_S)
    .execute()
}
