import { createHash, type KeyObject } from 'node:crypto'
import type { SessionOpenRequest } from '@bullring/login-api/custody-api/session'
import type { LoginAssertion } from '@bullring/login-api/vault-api/assertion'
import { takeNonce } from '@bullring/login-server/device/device-nonces'
import { createToken } from '@bullring/login-server/secret-token'
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { isIdentityOf } from '../db/identities.queries.ts'
import { lockUser } from '../db/lock-user.ts'
import type { CustodyTables } from '../db/schema.ts'
import { isTrusted } from '../db/trusted-devices.queries.ts'
import { hasWallet } from '../db/wallets.queries.ts'
import { InvalidAssertionError } from '../logins/errors.ts'
import { takeAssertion } from '../logins/take-assertion.ts'
import { verifyAssertion } from '../logins/verify-assertion.ts'
import { ensureUser } from './ensure-user.ts'
import { DeviceNotApprovedError, InvalidEvidenceError, UncheckedProviderError } from './errors.ts'
import type { EvidenceChecks } from './evidence/evidence-checks.ts'

/** Sessions end after a week, whatever their use. */
const LIFETIME_S = 7 * 86_400

/** Access tokens of some providers never expire. Each is the evidence of one login only, for a hundred years. */
const USED_EVIDENCE_S = 100 * 365 * 86_400

/** Assertions for anything else are no logins. */
const LOGIN_PURPOSES: ReadonlySet<LoginAssertion['purpose']> = new Set(['login', 'export'])

export type OpenSessionDeps = {
  db: Kysely<CustodyTables>
  vaultKey: KeyObject
  evidenceChecks: EvidenceChecks
  nowS: Clock
}

/**
 * Opens a session for a login that the vault asserts, once the core's own check agrees.
 *
 * @returns The session's token.
 * @throws {InvalidAssertionError} @throws {EmailReservedError} @throws {DeviceNotApprovedError}
 * @throws {UncheckedProviderError} @throws {InvalidEvidenceError} @throws {ProviderFailedError}
 */
export async function openSession(
  { db, vaultKey, evidenceChecks, nowS: now }: OpenSessionDeps,
  login: SessionOpenRequest,
  device: { id: string; label: string },
): Promise<string> {
  const nowS = now()
  const assertion = await verifyAssertion(login.assertion, { vaultKey, deviceId: device.id, nowS })
  if (!LOGIN_PURPOSES.has(assertion.purpose)) throw new InvalidAssertionError()
  const proof = await proofOf(evidenceChecks, login, assertion, nowS)
  return await db.transaction().execute(async (trx) => {
    await takeAssertion(trx, assertion, nowS)
    if (proof !== null) await takeProof(trx, proof, nowS)
    const userId = await ensureUser(trx, assertion.identity, nowS)
    // The checks must see concurrent changes by another device: a new wallet, a revocation, another address.
    await lockUser(trx, userId)
    if (!(await isIdentityOf(trx, userId, assertion.identity))) throw new InvalidAssertionError()
    await requireOwnCheck(trx, userId, assertion, nowS)
    await rememberDevice(trx, { userId, ...device }, nowS)
    return await insertSession(trx, { userId, deviceId: device.id, assertion }, nowS)
  })
}

/**
 * Checks a login at another site at that site itself. Returns the proof that must not be used again; null for a login by email,
 * which `requireOwnCheck` checks.
 */
async function proofOf(
  checks: EvidenceChecks,
  { evidence }: SessionOpenRequest,
  { identity, device }: LoginAssertion,
  nowS: number,
): Promise<string | null> {
  if (identity.provider === 'email') return null
  const check = checks.get(identity.provider)
  if (check === undefined) throw new UncheckedProviderError()
  if (evidence === undefined) throw new InvalidEvidenceError()
  const { subject, proof } = await check({ evidence, identity, deviceId: device, nowS })
  if (subject !== identity.subject) throw new InvalidEvidenceError()
  return proof
}

/** Evidence counts once, on whatever device: the vault and the provider's other clients have seen it too. */
async function takeProof(db: Database, proof: string, nowS: number): Promise<void> {
  const nonce = createHash('sha256').update(proof).digest('base64url')
  const used = { deviceId: 'evidence', nonce, expiresAt: nowS + USED_EVIDENCE_S }
  if (!(await takeNonce(db, used))) throw new InvalidEvidenceError()
}

/**
 * The vault's assertion alone opens no session of a wallet: its owner must have approved this device by the core's own mail.
 */
async function requireOwnCheck(
  db: Database,
  userId: string,
  { identity, device }: LoginAssertion,
  nowS: number,
): Promise<void> {
  if (identity.provider !== 'email') return
  const login = { email: identity.subject, deviceId: device }
  if ((await hasWallet(db, userId)) && !(await isTrusted(db, login, nowS))) {
    throw new DeviceNotApprovedError()
  }
}

async function rememberDevice(
  db: Database,
  { userId, id, label }: { userId: string; id: string; label: string },
  nowS: number,
): Promise<void> {
  const seen = { label, last_seen_at: nowS, revoked_at: null }
  await db
    .insertInto('user_devices')
    .values({ user_id: userId, device_id: id, created_at: nowS, ...seen })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_id']).doUpdateSet(seen))
    .execute()
}

async function insertSession(
  db: Database,
  login: { userId: string; deviceId: string; assertion: LoginAssertion },
  nowS: number,
): Promise<string> {
  const { token, hash } = createToken()
  const { identity, auth_time } = login.assertion
  await db
    .insertInto('sessions')
    .values({
      token_hash: hash,
      user_id: login.userId,
      device_id: login.deviceId,
      provider: identity.provider,
      subject: identity.subject,
      auth_time,
      created_at: nowS,
      expires_at: nowS + LIFETIME_S,
    })
    .execute()
  return token
}
