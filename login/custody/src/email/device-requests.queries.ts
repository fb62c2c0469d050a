import { randomInt } from 'node:crypto'
import { createToken } from '@bullring/login-server/secret-token'
import type { Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { CustodyTables } from '../db/schema.ts'
import { isTrusted, trustDevice } from '../db/trusted-devices.queries.ts'

/** Lifetime of a mailed link. */
const LINK_LIFETIME_S = 20 * 60

/** A login that waits for approval of its device. */
export type DeviceRequest = {
  email: string
  deviceId: string
  /** Origin of the app. */
  origin: string
  ip: string
  /** Browser and system. */
  label: string
}

/** Stores a request for approval. Returns the token of its link. */
export async function addDeviceRequest(
  trx: Transaction<CustodyTables>,
  request: DeviceRequest,
  nowS: number,
): Promise<string> {
  return await insertRequest(trx, request, { code: null, nowS })
}

/** Letters and digits that are not mistaken for each other. */
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 8

/** Stores a request for which no link is mailed. Returns the code by which the page behind an earlier link finds it. */
export async function addCodedRequest(
  trx: Transaction<CustodyTables>,
  request: DeviceRequest,
  nowS: number,
): Promise<string> {
  const letters = Array.from(
    { length: CODE_LENGTH },
    () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)],
  )
  const code = letters.join('')
  await insertRequest(trx, request, { code, nowS })
  return code
}

async function insertRequest(
  trx: Transaction<CustodyTables>,
  { email, deviceId, origin, ip, label }: DeviceRequest,
  { code, nowS }: { code: string | null; nowS: number },
): Promise<string> {
  const { token, hash } = createToken()
  await trx
    .insertInto('device_requests')
    .values({
      token_hash: hash,
      email,
      device_id: deviceId,
      origin,
      ip,
      label,
      code,
      state: 'pending',
      created_at: nowS,
      expires_at: nowS + LINK_LIFETIME_S,
    })
    .execute()
  return token
}

/**
 * Returns the hash of the request that a device has shown a code of, or null for none.
 *
 * @param typed - As the reader types it: with spaces or dashes, in any case.
 */
export async function findCodedRequest(
  db: Database,
  email: string,
  typed: string,
  nowS: number,
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('device_requests')
    .select('token_hash')
    .where('email', '=', email)
    .where('code', '=', typed.replaceAll(/[\s-]/g, '').toUpperCase())
    .where('expires_at', '>', nowS)
    .executeTakeFirst()
  return row?.token_hash ?? null
}

/** A link that was mailed within the last day, when its page still takes codes. */
export type MailedLink = {
  deviceId: string
  state: 'pending' | 'approved' | 'rejected'
  expiresAt: number
}

/** Returns the links that were mailed to an address. */
export async function mailedLinks(db: Database, email: string): Promise<readonly MailedLink[]> {
  return await db
    .selectFrom('device_requests')
    .select(['device_id as deviceId', 'state', 'expires_at as expiresAt'])
    .where('email', '=', email)
    .where('code', 'is', null)
    .execute()
}

/** A mailed link as its page shows it. */
export type FoundRequest = DeviceRequest & {
  state: 'pending' | 'approved' | 'rejected'
  createdAt: number
  isExpired: boolean
}

/** Finds the request of a mailed link. */
export async function findDeviceRequest(
  db: Database,
  hash: Buffer,
  nowS: number,
): Promise<FoundRequest | null> {
  const row = await db
    .selectFrom('device_requests')
    .selectAll()
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    email: row.email,
    deviceId: row.device_id,
    origin: row.origin,
    ip: row.ip,
    label: row.label,
    state: row.state,
    createdAt: row.created_at,
    isExpired: row.expires_at <= nowS,
  }
}

/**
 * Decides a request that is pending and not too old. An approval is remembered for an hour: the device may log in with
 * this address, even if the page that asked has given up waiting.
 */
export async function decideDeviceRequest(
  trx: Transaction<CustodyTables>,
  hash: Buffer,
  decision: 'approved' | 'rejected',
  nowS: number,
): Promise<void> {
  const decided = await trx
    .updateTable('device_requests')
    .set({ state: decision })
    .where('token_hash', '=', hash)
    .where('state', '=', 'pending')
    .where('expires_at', '>', nowS)
    .returning(['email', 'device_id'])
    .executeTakeFirst()
  if (decided === undefined || decision === 'rejected') return
  await trustDevice(trx, { email: decided.email, deviceId: decided.device_id }, nowS)
}

/** Returns the state of the newest link of a device. */
export async function deviceState(
  db: Database,
  { email, deviceId }: Pick<DeviceRequest, 'email' | 'deviceId'>,
  nowS: number,
): Promise<'pending' | 'approved' | 'rejected' | 'expired'> {
  if (await isTrusted(db, { email, deviceId }, nowS)) return 'approved'
  const newest = await db
    .selectFrom('device_requests')
    .select(['state', 'expires_at'])
    .where('email', '=', email)
    .where('device_id', '=', deviceId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest?.state === 'rejected') return 'rejected'
  return newest?.state === 'pending' && newest.expires_at > nowS ? 'pending' : 'expired'
}

/** Deletes requests whose outcome no page needs. */
export async function deleteOldRequests(db: Database, nowS: number): Promise<void> {
  await db
    .deleteFrom('device_requests')
    .where('created_at', '<', nowS - 86_400)
    .execute()
}
