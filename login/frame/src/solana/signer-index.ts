import { InvalidRequestError } from '@bullring/approval/errors'
import type { TransactionMessage } from './read-message.ts'

/**
 * Returns the position of an account among the signers of a transaction.
 *
 * @throws {InvalidRequestError} when the transaction does not need its signature.
 */
export function signerIndex(
  { accounts, signerCount }: TransactionMessage,
  account: string,
): number {
  const index = accounts.slice(0, signerCount).indexOf(account)
  if (index === -1) {
    throw new InvalidRequestError('The transaction does not need the signature of this wallet.')
  }
  return index
}
