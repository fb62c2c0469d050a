import type { KeyObject } from 'node:crypto'
import type { Identity } from '@bullring/login-api/identity'
import type { LoginAssertion } from '@bullring/login-api/vault-api/assertion'
import { recoveryProof } from '@bullring/login-api/vault-api/passkeys'
import type { Envelope } from '@bullring/login-server/envelope/envelope'
import type { Place } from '@bullring/login-server/mail/place'
import type { Language } from '@bullring/wire/text/languages'
import type { Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import { holdPlainShare } from '../db/held-shares.queries.ts'
import { findProtection, recordChange } from '../db/passkey-changes.queries.ts'
import {
  deletePasskey,
  findPasskeys,
  insertPasskey,
  type StoredPasskey,
} from '../db/passkeys.queries.ts'
import type { PasskeyChangeKind, VaultTables } from '../db/schema.ts'
import { FRESH_SECONDS, requireLogin } from '../logins/require-login.ts'
import { requireSession, type SessionCaller } from '../logins/require-session.ts'
import type { SignAssertion } from '../logins/sign-assertion.ts'
import { takeAllowance } from '../take-allowance.ts'
import {
  PasskeyConflictError,
  PasskeyLimitError,
  PasskeyProofError,
  UnknownPasskeyError,
  UnknownWalletError,
} from './errors.ts'
import { hashProof } from './hash-proof.ts'
import {
  findRecovery,
  lockRecovery,
  restorePlainShare,
  type StoredRecovery,
} from './recovery.queries.ts'
import { checkProof, requireOwner } from './require-owner.ts'
import { shareContext } from './share-context.ts'

export type PasskeysDeps = {
  db: Database
  envelope: Envelope
  /** Verifies custody's receipts. */
  custodyKey: KeyObject
  signAssertion: SignAssertion
  /** Mails the owners of changed wallets. Never throws. */
  sendPasskeyMails: () => Promise<void>
}

const DAY = 86_400
const CHANGES_PER_DAY = 20
const MAX_PASSKEYS = 10

/** A request for the passkeys of a wallet, by a device. */
type WalletRequest = { deviceId: string; walletId: string; language: Language; place: Place }

/** Returns the passkeys of a wallet. */
export async function listPasskeys(
  deps: PasskeysDeps,
  { walletId, ...caller }: SessionCaller & { walletId: string },
): Promise<{ isRequired: boolean; passkeys: readonly StoredPasskey[] }> {
  const { db } = deps
  const { accountId } = await requireSession(deps, caller)
  const stored = await findRecovery(db, walletId)
  if (stored?.accountId !== accountId) throw new UnknownWalletError()
  return { isRequired: stored.share === null, passkeys: await findPasskeys(db, walletId) }
}

/**
 * Returns the assertion with which custody removes a device of the wallet's user.
 *
 * @throws {LoginRequiredError} @throws {UnknownWalletError}
 * @throws {PasskeyProofError} when the wallet needs a passkey, and the proof is not of its share.
 */
export async function proveOwner(
  deps: PasskeysDeps,
  { walletId, proof, ...caller }: SessionCaller & { walletId: string; proof: Buffer | null },
): Promise<string> {
  const { accountId, identity, authTime } = await requireSession(deps, caller)
  await requireOwner(deps, { accountId, walletId, proof })
  return await deps.signAssertion({
    device: caller.deviceId,
    identity,
    amr: [methodOf(identity)],
    auth_time: authTime,
    purpose: 'remove-device',
    wallet: walletId,
  })
}

function methodOf({ provider }: Identity): LoginAssertion['amr'][number] {
  if (provider === 'email') return 'otp'
  return provider === 'farcaster' || provider === 'telegram' ? provider : 'social'
}

/** Stores the share as one more passkey opens it. The plain share remains until {@link requirePasskey}. */
export async function putPasskey(
  deps: PasskeysDeps,
  request: WalletRequest & { proof: Buffer; passkey: Omit<StoredPasskey, 'createdAt'> },
): Promise<void> {
  await change(deps, request, async (trx, stored) => {
    await checkProof(deps.envelope, stored, request.proof)
    const present = await findPasskeys(trx, request.walletId)
    const isNew =
      present.length < MAX_PASSKEYS && (await insertPasskey(trx, request.walletId, request.passkey))
    if (!isNew) throw new PasskeyConflictError()
    return 'added'
  })
}

/**
 * Lets only passkeys open the recovery from now on, once the caller has opened the stored share with one. Can be repeated.
 */
export async function requirePasskey(
  deps: PasskeysDeps,
  request: WalletRequest & { proof: Buffer; credentialId: string },
): Promise<void> {
  await change(deps, request, async (trx, stored) => {
    await checkProof(deps.envelope, stored, request.proof)
    requireStored(await findPasskeys(trx, request.walletId), request.credentialId)
    if (stored.share === null) return null
    await holdPlainShare(trx, request.walletId, hashProof(request.proof))
    return 'required'
  })
}

/** Removes a passkey. The last one of a wallet that needs one is exchanged for the plain share. */
export async function removePasskey(
  deps: PasskeysDeps,
  request: WalletRequest & { credentialId: string; proof: Buffer | null; share: Buffer | null },
): Promise<void> {
  const { walletId, credentialId, proof, share } = request
  await change(deps, request, async (trx, stored) => {
    const present = await findPasskeys(trx, walletId)
    requireStored(present, credentialId)
    if (stored.share === null) {
      if (proof === null) throw new PasskeyProofError()
      await checkProof(deps.envelope, stored, proof)
      if (present.length === 1) await restore(deps, trx, stored, share)
    }
    await deletePasskey(trx, walletId, credentialId)
    return 'removed'
  })
}

async function restore(
  deps: PasskeysDeps,
  trx: Transaction<VaultTables>,
  stored: StoredRecovery,
  share: Buffer | null,
): Promise<void> {
  if (share === null) throw new PasskeyProofError()
  await checkProof(deps.envelope, stored, Buffer.from(await recoveryProof(stored.walletId, share)))
  const record = await deps.envelope.encrypt(share, shareContext(stored))
  await restorePlainShare(trx, stored.walletId, record)
}

/** Changes the passkeys of a wallet in one transaction, then notifies the owner. */
async function change(
  deps: PasskeysDeps,
  { deviceId, walletId, language, place }: WalletRequest,
  apply: (
    trx: Transaction<VaultTables>,
    stored: StoredRecovery,
  ) => Promise<PasskeyChangeKind | null>,
): Promise<void> {
  const { db } = deps
  const { accountId } = await requireLogin(db, deviceId, FRESH_SECONDS)
  await db.transaction().execute(async (trx) => {
    const windows = [{ seconds: DAY, max: CHANGES_PER_DAY }]
    const wait = await takeAllowance(trx, { kind: 'passkey', key: accountId, windows })
    if (wait > 0) throw new PasskeyLimitError(wait)
    const stored = await lockRecovery(trx, walletId)
    if (stored?.accountId !== accountId) throw new UnknownWalletError()
    const before = await findProtection(trx, stored)
    const kind = await apply(trx, stored)
    if (kind !== null) await recordChange(trx, { walletId, kind, before, language, place })
  })
  await deps.sendPasskeyMails()
}

function requireStored(passkeys: readonly StoredPasskey[], credentialId: string): void {
  const isStored = passkeys.some((passkey) => passkey.credentialId === credentialId)
  if (!isStored) throw new UnknownPasskeyError()
}
