import { timingSafeEqual } from 'node:crypto'
import type { Envelope } from '@bullring/login-server/envelope/envelope'
import type { Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { VaultTables } from '../db/schema.ts'
import { PasskeyProofError, UnknownWalletError } from './errors.ts'
import { hashProof, hashShareProof } from './hash-proof.ts'
import { findRecovery, lockRecovery, type StoredRecovery } from './recovery.queries.ts'
import { decryptShare } from './recovery.ts'

/**
 * Checks that a wallet is the account's, and that the caller knows its recovery share if only a passkey opens that.
 *
 * @param owner - `proof` is null for a wallet that needs no passkey.
 * @returns Whether the share was proven.
 * @throws {UnknownWalletError} @throws {PasskeyProofError}
 */
export async function requireOwner(
  { db, envelope }: { db: Database; envelope: Envelope },
  owner: { accountId: string; walletId: string; proof: Buffer | null },
): Promise<boolean> {
  const stored = await findRecovery(db, owner.walletId)
  if (stored?.accountId !== owner.accountId) throw new UnknownWalletError()
  if (stored.share !== null) return false
  if (owner.proof === null) throw new PasskeyProofError()
  await checkProof(envelope, stored, owner.proof)
  return true
}

/**
 * Checks again at the end of what {@link requireOwner} began: the wallet may need a passkey only since then.
 *
 * @throws {UnknownWalletError} @throws {PasskeyProofError}
 */
export async function requireStillProven(
  trx: Transaction<VaultTables>,
  owner: { accountId: string; walletId: string; isProven: boolean },
): Promise<void> {
  const stored = await lockRecovery(trx, owner.walletId)
  if (stored?.accountId !== owner.accountId) throw new UnknownWalletError()
  if (stored.share === null && !owner.isProven) throw new PasskeyProofError()
}

/** @throws {PasskeyProofError} unless the proof is of the wallet's share. */
export async function checkProof(
  envelope: Envelope,
  stored: StoredRecovery,
  proof: Buffer,
): Promise<void> {
  const { walletId, share, proofHash } = stored
  const expected =
    share === null ? proofHash : await hashShareProof(walletId, await decryptShare(envelope, share))
  if (!timingSafeEqual(expected, hashProof(proof))) throw new PasskeyProofError()
}
