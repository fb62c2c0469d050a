import { toAddress, toBytes } from '@bullring/server/db/bytes'
import type { Insertable, Selectable } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../db/database.ts'
import type { SiwxSessionRow } from '../db/schema.ts'

/** A session as it is stored. Times in Unix seconds. */
export type StoredSession = {
  id: string
  secretHash: Buffer
  address: Address
  chainId: number
  domain: string
  issuedAt: number
  expiresAt: number
  /** Data that the app keeps with it. */
  metadata: Record<string, unknown>
}

/** Stores a nonce and deletes expired ones. */
export async function insertNonce(
  db: Database,
  nonce: { hash: Buffer; expiresAt: number },
  now: number,
): Promise<void> {
  await db.deleteFrom('siwx_nonces').where('expires_at', '<=', now).execute()
  await db
    .insertInto('siwx_nonces')
    .values({ nonce_hash: nonce.hash, expires_at: nonce.expiresAt })
    .execute()
}

/** Consumes a nonce. Returns true for one of any number of concurrent callers. */
export async function takeNonce(db: Database, hash: Buffer, now: number): Promise<boolean> {
  const taken = await db
    .deleteFrom('siwx_nonces')
    .where('nonce_hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('nonce_hash')
    .executeTakeFirst()
  return taken !== undefined
}

/** Stores a session and deletes expired ones. */
export async function insertSession(db: Database, session: StoredSession): Promise<void> {
  await db.deleteFrom('siwx_sessions').where('expires_at', '<=', session.issuedAt).execute()
  await db.insertInto('siwx_sessions').values(toRow(session)).execute()
}

/** Returns the session with this id, or null if it is unknown or has expired. */
export async function findSession(
  db: Database,
  id: string,
  now: number,
): Promise<StoredSession | null> {
  const row = await db
    .selectFrom('siwx_sessions')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row === undefined ? null : toSession(row)
}

/** Replaces the data that the app keeps with a session. */
export async function updateMetadata(
  db: Database,
  id: string,
  metadata: Record<string, unknown>,
): Promise<void> {
  await db
    .updateTable('siwx_sessions')
    .set({ metadata: JSON.stringify(metadata) })
    .where('id', '=', id)
    .execute()
}

/** Ends a session. */
export async function deleteSession(db: Database, id: string): Promise<void> {
  await db.deleteFrom('siwx_sessions').where('id', '=', id).execute()
}

function toRow({ id, secretHash, address, ...session }: StoredSession): Insertable<SiwxSessionRow> {
  return {
    id,
    secret_hash: secretHash,
    address: toBytes(address),
    chain_id: session.chainId,
    domain: session.domain,
    issued_at: session.issuedAt,
    expires_at: session.expiresAt,
    metadata: JSON.stringify(session.metadata),
  }
}

function toSession(row: Selectable<SiwxSessionRow>): StoredSession {
  return {
    id: row.id,
    secretHash: row.secret_hash,
    address: toAddress(row.address),
    chainId: row.chain_id,
    domain: row.domain,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    metadata: row.metadata,
  }
}
