import type { KeyObject } from 'node:crypto'
import type { EmailReceipt } from '@bullring/login-api/vault-api/email-receipt'
import type { Place } from '@bullring/login-server/mail/place'
import type { Language } from '@bullring/wire/text/languages'
import type { Kysely, Transaction } from 'kysely'
import type { VaultTables } from '../db/schema.ts'
import { findAccountOfWallet } from '../logins/account-shares.queries.ts'
import { lockAccounts } from '../logins/lock-accounts.ts'
import { LoginRequiredError, requireLogin, SESSION_SECONDS } from '../logins/require-login.ts'
import { verifyReceipt } from '../logins/verify-receipt.ts'
import { NoUpdateError } from './errors.ts'
import { removePasskeys } from './remove-passkeys.ts'
import {
  findAccount,
  findEmail,
  keepLogin,
  removeEmail,
  replaceEmail,
  storeClaim,
  takeClaim,
} from './update-email.queries.ts'

export type FinishUpdateDeps = {
  db: Kysely<VaultTables>
  custodyKey: KeyObject
  /** Mails the owners of wallets whose passkeys were removed. Never throws. */
  sendPasskeyMails: () => Promise<void>
}

/** The device that presents a receipt, from where, and the language of its mails. */
export type FinishingDevice = { deviceId: string; language: Language; place: Place }

/**
 * Gives the account of a wallet the address that custody's receipt names, if the account has proven it before, and takes the
 * current one from it, which can return in the same way. When custody undid a change, passkeys of that time are removed. Ends the account's logins on other devices. Repeating it changes
 * nothing. Custody gives an address to one account only, so another account here keeps its shares but not the address.
 *
 * @throws {InvalidReceiptError} @throws {LoginRequiredError} @throws {NoUpdateError}
 */
export async function finishUpdate(
  { db, custodyKey, sendPasskeyMails }: FinishUpdateDeps,
  caller: FinishingDevice,
  jwt: string,
): Promise<string | null> {
  const receipt = await verifyReceipt(jwt, { custodyKey, deviceId: caller.deviceId })
  await db.transaction().execute((trx) => applyReceipt(trx, caller, receipt))
  await sendPasskeyMails()
  return receipt.email
}

async function applyReceipt(
  trx: Transaction<VaultTables>,
  caller: FinishingDevice,
  receipt: EmailReceipt,
): Promise<void> {
  const { deviceId, language, place } = caller
  const { walletId, email, undoneAt } = receipt
  const accountId = await findAccountOfWallet(trx, walletId)
  if (accountId === null) throw new NoUpdateError()
  if (email === null) return await removeFirstEmail(trx, { caller, accountId, receipt })
  const before = await findAccount(trx, email)
  await lockAccounts(trx, before === null ? [accountId] : [accountId, before])
  const owner = await findAccount(trx, email)
  const login = await requireLogin(trx, deviceId, SESSION_SECONDS)
  const { provider, subject } = login.identity
  const isOwnDevice = login.accountId === accountId || (provider === 'email' && subject === email)
  if (!isOwnDevice) throw new LoginRequiredError()
  // Another request has just given the address to someone else.
  if (owner !== accountId && owner !== before) throw new NoUpdateError()
  const isKnown = owner !== accountId
  if (isKnown && !(await takeClaim(trx, accountId, email))) throw new NoUpdateError()
  if (undoneAt !== undefined) {
    await removePasskeys(trx, { walletId, language, place, undoneAt, isKnown })
  }
  if (!isKnown) return
  const oldEmail = await findEmail(trx, accountId)
  await replaceEmail(trx, { accountId, oldEmail, email })
  if (oldEmail !== null) await storeClaim(trx, accountId, oldEmail)
  await keepLogin(trx, { accountId, deviceId, email })
}

/** Takes the first address of an account, which its login at another site has before and after. */
async function removeFirstEmail(
  trx: Transaction<VaultTables>,
  {
    caller,
    accountId,
    receipt,
  }: { caller: FinishingDevice; accountId: string; receipt: EmailReceipt },
): Promise<void> {
  const { deviceId, language, place } = caller
  await lockAccounts(trx, [accountId])
  const login = await requireLogin(trx, deviceId, SESSION_SECONDS)
  const isOwner = login.accountId === accountId && login.identity.provider !== 'email'
  if (!isOwner) throw new LoginRequiredError()
  const isKnown = (await findEmail(trx, accountId)) !== null
  const { walletId, undoneAt = 0 } = receipt
  await removePasskeys(trx, { walletId, language, place, undoneAt, isKnown })
  if (isKnown) await removeEmail(trx, accountId)
}
