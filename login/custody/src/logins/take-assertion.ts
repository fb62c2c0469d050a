import type { LoginAssertion } from '@bullring/login-api/vault-api/assertion'
import { takeNonce } from '@bullring/login-server/device/device-nonces'
import type { Transaction } from 'kysely'
import type { CustodyTables } from '../db/schema.ts'
import { InvalidAssertionError } from './errors.ts'

/** Longer than any assertion is accepted. */
const REMEMBERED_S = 600

/**
 * Uses up an assertion, once the transaction commits.
 *
 * @throws {InvalidAssertionError} when it was used before.
 */
export async function takeAssertion(
  trx: Transaction<CustodyTables>,
  { device: deviceId, jti: nonce }: LoginAssertion,
  nowS: number,
): Promise<void> {
  if (!(await takeNonce(trx, { deviceId, nonce, expiresAt: nowS + REMEMBERED_S }))) {
    throw new InvalidAssertionError()
  }
}
