import { classifyFailure } from '@bullring/wallet-kit/failure'
import { ResourceUnavailableRpcError, UserRejectedRequestError } from 'viem'
import { describe, expect, test } from 'vitest'
import { ProviderNotFoundError } from 'wagmi'
import { messagesIn } from '#i18n/language.ts'
import { connectFailureText } from './connect-failure-text.ts'
import { CONNECT_MESSAGES } from './connect-messages.ts'

describe('connectFailureText', () => {
  test.each([
    ['info', 'Request cancelled in the wallet', new UserRejectedRequestError(new Error('no'))],
    ['info', 'Request cancelled in the wallet', { code: 4001, message: 'no' }],
    [
      'info',
      'Your wallet already has an open request',
      new ResourceUnavailableRpcError(new Error('busy')),
    ],
    ['error', 'Provider not found', new ProviderNotFoundError()],
    ['error', 'Chain is not supported', new Error('Chain is not supported')],
    ['error', 'The wallet did not connect', undefined],
  ])('%s: %s', (level, text, error) => {
    expect(connectFailureText(classifyFailure(error), messagesIn(CONNECT_MESSAGES, 'en'))).toEqual({
      level,
      text,
    })
  })
})
