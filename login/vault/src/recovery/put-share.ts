import { type KeyObject, timingSafeEqual } from 'node:crypto'
import type { EmailReceipt } from '@bullring/login-api/vault-api/email-receipt'
import type { Envelope } from '@bullring/login-server/envelope/envelope'
import type { Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { VaultTables } from '../db/schema.ts'
import { hasOtherWallet } from '../logins/account-shares.queries.ts'
import { lockAccounts } from '../logins/lock-accounts.ts'
import { type Login, moveToNewAccount } from '../logins/logins.queries.ts'
import { FRESH_SECONDS, LoginRequiredError, requireLogin } from '../logins/require-login.ts'
import { verifyReceipt } from '../logins/verify-receipt.ts'
import { takeAllowance } from '../take-allowance.ts'
import { OtherWalletError, RecoveryLimitError, ShareExistsError } from './errors.ts'
import { findRecovery, insertShare } from './recovery.queries.ts'
import { decryptShare } from './recovery.ts'
import { shareContext } from './share-context.ts'

export type PutShareDeps = { db: Database; envelope: Envelope; custodyKey: KeyObject }

/** The share of a new wallet. */
type NewShare = {
  deviceId: string
  walletId: string
  share: Buffer
  /** Custody's word that the address logs in to no wallet but this one; null for other logins. */
  receipt: string | null
}

const DAY = 86_400
const PUTS_PER_DAY = 10

/**
 * Stores the share of a new wallet.
 *
 * @throws {LoginRequiredError} @throws {RecoveryLimitError} @throws {InvalidReceiptError}
 * @throws {OtherWalletError} when the address logs in to another wallet, unless custody says that it does not.
 * @throws {ShareExistsError} when the wallet has another one.
 */
export async function putShare(
  { db, envelope, custodyKey }: PutShareDeps,
  { deviceId, walletId, share, receipt: jwt }: NewShare,
): Promise<void> {
  const receipt = jwt === null ? null : await verifyReceipt(jwt, { custodyKey, deviceId })
  const before = await requireLogin(db, deviceId, FRESH_SECONDS)
  await db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [before.accountId])
    // The address may have become another account's meanwhile.
    const login = await requireLogin(trx, deviceId, FRESH_SECONDS)
    if (login.accountId !== before.accountId) throw new LoginRequiredError()
    await takePut(trx, login)
    const accountId = await accountFor(trx, { deviceId, walletId, login, receipt })
    const record = await envelope.encrypt(share, shareContext({ walletId, accountId }))
    await insertShare(trx, { walletId, accountId, ...record })
    const stored = await findRecovery(trx, walletId)
    if (stored?.accountId !== accountId || stored.share === null) throw new ShareExistsError()
    const storedShare = await decryptShare(envelope, stored.share)
    if (!timingSafeEqual(storedShare, share)) throw new ShareExistsError()
  })
}

async function takePut(trx: Transaction<VaultTables>, { identity }: Login): Promise<void> {
  const windows = [{ seconds: DAY, max: PUTS_PER_DAY }]
  const key = `${identity.provider}|${identity.subject}`
  const wait = await takeAllowance(trx, { kind: 'put', key, windows })
  if (wait > 0) throw new RecoveryLimitError(wait)
}

/**
 * Returns the account for a new wallet. An account has one wallet: addresses can change hands before the vault knows, and
 * their next owner must not share an account with the previous one. Other logins never change hands; what else their account
 * holds is from wallets that were never finished.
 */
async function accountFor(
  trx: Transaction<VaultTables>,
  put: { deviceId: string; walletId: string; login: Login; receipt: EmailReceipt | null },
): Promise<string> {
  const { deviceId, walletId, receipt } = put
  const { accountId, identity } = put.login
  if (identity.provider !== 'email') return accountId
  if (!(await hasOtherWallet(trx, { accountId, walletId }))) return accountId
  const isConfirmed = receipt?.walletId === walletId && receipt.email === identity.subject
  if (!isConfirmed) throw new OtherWalletError()
  return await moveToNewAccount(trx, { deviceId, email: identity.subject })
}
