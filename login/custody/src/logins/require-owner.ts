import type { CustodySession } from '@bullring/login-api/custody-api/session'
import type { Identity } from '@bullring/login-api/identity'
import type { LoginAssertion } from '@bullring/login-api/vault-api/assertion'
import type { Transaction } from 'kysely'
import { isIdentityOf } from '../db/identities.queries.ts'
import type { CustodyTables } from '../db/schema.ts'
import { InvalidAssertionError } from './errors.ts'
import { takeAssertion } from './take-assertion.ts'

/**
 * Uses up the vault's assertion that its caller is the owner of the session's wallet: only the vault knows whether that takes
 * a passkey. The device may be logged in to another account there.
 *
 * @param identity - With which the device is logged in at the vault.
 * @throws {InvalidAssertionError}
 */
export async function requireOwner(
  trx: Transaction<CustodyTables>,
  { user, wallet }: CustodySession,
  { assertion, identity }: { assertion: LoginAssertion; identity: Identity | undefined },
  nowS: number,
): Promise<void> {
  await takeAssertion(trx, assertion, nowS)
  if (assertion.wallet !== wallet?.id) throw new InvalidAssertionError()
  if (identity === undefined || !(await isIdentityOf(trx, user.id, identity))) {
    throw new InvalidAssertionError()
  }
}
