import {
  HttpRequestError,
  InsufficientFundsError,
  TimeoutError,
  TransactionExecutionError,
  UserRejectedRequestError,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { ChainNotSupportedError } from '#core/failure/chain-not-supported-error.ts'
import { OutcomeUnknownError } from '#core/failure/outcome-unknown-error.ts'
import { sendFailureOf } from './send-failure.ts'

const url = 'http://node'
const wrapped = (cause: ConstructorParameters<typeof TransactionExecutionError>[0]) =>
  new TransactionExecutionError(cause, { account: null })

describe('sendFailureOf', () => {
  test.each([
    ['declined', wrapped(new UserRejectedRequestError(new Error('no'))), 'declined'],
    ['insufficient funds', wrapped(new InsufficientFundsError()), 'insufficientFunds'],
    ['unreachable node', wrapped(new HttpRequestError({ url })), 'unreachable'],
    ['slow node', wrapped(new TimeoutError({ body: {}, url })), 'unreachable'],
    ['unknown network', new ChainNotSupportedError(), 'unsupportedChain'],
    ['a wallet that did not name the transaction', new OutcomeUnknownError(), 'outcomeUnknown'],
    ['anything else', new Error('boom'), 'failed'],
    ['a thrown string', 'boom', 'failed'],
  ])('%s', (_, error, failure) => expect(sendFailureOf(error)).toBe(failure))
})
