import { InvalidRequestError } from '@bullring/approval/errors'
import { accountCount, type TransactionMessage } from './read-message.ts'

/** An index is one byte. */
const MAX_ACCOUNTS = 256

/**
 * Checks a message as the network does before it executes anything.
 *
 * @throws {InvalidRequestError} when the network would refuse it.
 */
export function checkMessage(message: TransactionMessage): void {
  const { signerCount, readonlySignerCount, readonlyOtherCount, accounts, lookups } = message
  const total = accountCount(message)
  const isValid =
    // The fee payer signs and is writable.
    signerCount > readonlySignerCount &&
    signerCount + readonlyOtherCount <= accounts.length &&
    total <= MAX_ACCOUNTS &&
    lookups.every(({ writable, readonly }) => writable.length + readonly.length > 0) &&
    message.instructions.every(
      ({ program, accounts: used }) =>
        program > 0 && program < accounts.length && used.every((index) => index < total),
    )
  if (!isValid) throw new InvalidRequestError('The transaction is not valid.')
  if (new Set(accounts).size !== accounts.length) {
    throw new InvalidRequestError('The transaction names an account twice.')
  }
}
