import {
  HttpRequestError,
  InsufficientFundsError,
  TimeoutError,
  TransactionExecutionError,
  UserRejectedRequestError,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { sendErrorText } from './send-error-text.ts'

const url = 'http://node'
const wrapped = (cause: ConstructorParameters<typeof TransactionExecutionError>[0]) =>
  new TransactionExecutionError(cause, { account: null })

describe('sendErrorText', () => {
  test.each([
    ['declined', wrapped(new UserRejectedRequestError(new Error('no'))), 'Transaction declined'],
    ['too little', wrapped(new InsufficientFundsError()), 'Insufficient Funds'],
    [
      'no node',
      wrapped(new HttpRequestError({ url })),
      'The network cannot be reached. Try again.',
    ],
    [
      'slow node',
      wrapped(new TimeoutError({ body: {}, url })),
      'The network cannot be reached. Try again.',
    ],
    ['anything else', new Error('boom'), 'Something went wrong'],
    ['not even an error', 'boom', 'Something went wrong'],
  ])('%s', (_, error, text) => expect(sendErrorText(error)).toBe(text))
})
