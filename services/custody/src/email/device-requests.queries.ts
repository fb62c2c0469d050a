import { sql, type Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { CustodyTables } from '../db/schema.ts'
import { isTrusted, trustDevice } from '../db/trusted-devices.queries.ts'
import { createToken } from '../token.ts'
import { TooManyMailsError } from './errors.ts'

/** How long a mailed link is valid. */
export const LINK_LIFETIME_S = 20 * 60

/** Who asks to log in. */
export type DeviceRequest = {
  email: string
  deviceId: string
  /** Origin of the app. */
  origin: string
  ip: string
  /** Browser and system. */
  label: string
}

/** Mails per e-mail address. */
const PER_EMAIL = [
  { seconds: 30, max: 1 },
  { seconds: 3_600, max: 5 },
  { seconds: 86_400, max: 10 },
] as const

/** Mails per IP address. */
const PER_IP = [{ seconds: 3_600, max: 20 }] as const

/**
 * Stores a request for approval.
 *
 * @returns The token of its link.
 * @throws {TooManyMailsError}
 */
export async function addDeviceRequest(
  trx: Transaction<CustodyTables>,
  request: DeviceRequest,
  nowS: number,
): Promise<string> {
  const { email, deviceId, origin, ip, label } = request
  for (const key of [`email|${email}`, `ip|${ip}`]) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
  }
  const waits = await Promise.all([
    ...PER_EMAIL.map((limit) => secondsLeft(trx, { email }, limit, nowS)),
    ...PER_IP.map((limit) => secondsLeft(trx, { ip }, limit, nowS)),
  ])
  const wait = Math.max(...waits)
  if (wait > 0) throw new TooManyMailsError(wait)
  const { token, hash } = createToken()
  await trx
    .insertInto('device_requests')
    .values({
      ...{ token_hash: hash, email, device_id: deviceId, origin, ip, label },
      ...{ state: 'pending', created_at: nowS, expires_at: nowS + LINK_LIFETIME_S },
    })
    .execute()
  return token
}

async function secondsLeft(
  db: Database,
  by: { email: string } | { ip: string },
  { seconds, max }: { seconds: number; max: number },
  nowS: number,
): Promise<number> {
  const [column, value] = 'email' in by ? (['email', by.email] as const) : (['ip', by.ip] as const)
  const oldest = await db
    .selectFrom('device_requests')
    .select('created_at')
    .where(column, '=', value)
    .where('created_at', '>', nowS - seconds)
    .orderBy('created_at', 'desc')
    .offset(max - 1)
    .limit(1)
    .executeTakeFirst()
  return oldest === undefined ? 0 : oldest.created_at + seconds - nowS
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

/** Returns what has become of the newest link of a device. */
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

/** Deletes requests that no limit counts any more. */
export async function deleteOldRequests(db: Database, nowS: number): Promise<void> {
  await db
    .deleteFrom('device_requests')
    .where('created_at', '<', nowS - 86_400)
    .execute()
}
