import type { MessageSubject } from '@bullring/approval/request'
import { accountAddress } from '@bullring/smart-account/account-address'
import type { Call } from '@bullring/smart-account/calls'
import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import { type Address, isAddressEqual, type TypedDataDefinition, zeroAddress } from 'viem'
import { TransactionRefusedError } from '#frame-errors.ts'

/**
 * Refuses calls that change who controls the account: its own methods, such as `enableModule`, and of the module for
 * session keys. An app has no reason to request them, and one approval would hand over everything.
 *
 * @throws {TransactionRefusedError}
 */
export function refuseControl(calls: readonly Call[], account: Address): void {
  // Later versions of Safe's MultiSend take address 0 for the account itself.
  const isAccount = (to: Address) => isAddressEqual(to, account) || isAddressEqual(to, zeroAddress)
  const isControl = ({ to, data }: Call) =>
    (isAccount(to) && data !== '0x') || isAddressEqual(to, SESSION_MODULE)
  if (!calls.some(isControl)) return
  throw new TransactionRefusedError('It would change who controls the account.')
}

/**
 * Refuses typed data that the key would sign for its own smart account: transactions and operations of it, which anyone
 * could run, and messages, which would be signatures of the account.
 *
 * @throws {TransactionRefusedError}
 */
export function refuseControlSignature(
  { domain, message }: TypedDataDefinition,
  owner: Address,
): void {
  const account = accountAddress(owner).toLowerCase()
  const named = [domain?.verifyingContract, (message as Readonly<Record<string, unknown>>)['safe']]
  if (!named.some((value) => String(value).toLowerCase() === account)) return
  throw new TransactionRefusedError('It would act for the smart account of this wallet.')
}

/** One hash in 2^89 looks like this. */
const UNLIKELY_HASH = /^[0-9a-z ]{32}$/

/**
 * Refuses a bare hash: a Safe accepts it, signed by its owner as a message, as the signature of a transaction with that
 * hash, and the view could not say of which. Most texts of 32 bytes are refused as well: a hash that is valid text can be
 * found by trying transactions.
 *
 * @throws {TransactionRefusedError}
 */
export function refuseBareHash({ text }: MessageSubject, bytes: Uint8Array): void {
  if (bytes.length !== 32 || UNLIKELY_HASH.test(text ?? '')) return
  throw new TransactionRefusedError('It could be a transaction of the smart account.')
}
