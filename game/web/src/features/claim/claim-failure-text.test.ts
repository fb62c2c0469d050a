import { CallsNotSentError } from '@bullring/wallet-kit/calls-not-sent-error'
import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import { TransactionReplacedError } from '@bullring/wallet-kit/transaction-replaced-error'
import { InsufficientFundsError, UserRejectedRequestError } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ProviderNotFoundError } from 'wagmi'
import { loadFailure } from '#chain/contract/load-failure.ts'
import { openSafe } from '#chain/safe/open-safe.ts'
import { setSafe } from '#chain/safe/safe.ts'
import { messagesIn } from '#i18n/language.ts'
import { notConnectedError, revertedCall } from '#testing/test-failures.ts'
import { type ClaimPlace, claimFailureText } from './claim-failure-text.ts'
import { CLAIM_MESSAGES } from './claim-messages.ts'

const messages = messagesIn(CLAIM_MESSAGES, 'en')

const RECONNECT = 'Wallet connection issue. Refreshing page in 3 seconds...'
const rejected = new UserRejectedRequestError(new Error('no'))

/** The text of an error as the toast shows it. */
async function failureText(error: unknown, place: ClaimPlace) {
  return claimFailureText(error, await loadFailure(error), place, messages)
}

test.each(['card', 'history'] as const)('explains who may not claim, on the %s', async (place) => {
  const message = 'execution reverted: Contract not allowed'
  const { text } = await failureText({ code: 3, message }, place)
  expect(text).toMatch(/this market pays plain accounts only.*end the delegation/)
})

test.each(['card', 'history'] as const)('points to the queue in Safe, on the %s', async (place) => {
  openSafe(window)
  onTestFinished(() => setSafe(null))
  expect(await failureText(new OutcomeUnknownError(), place)).toEqual({
    level: 'info',
    text: "Safe may still have this request. Look in Safe's queue before you try again.",
    needsReload: false,
  })
})

describe('claimFailureText in the history', () => {
  test.each([
    new Error('Signer not available'),
    new Error('Wallet not connected'),
    new Error('Please reconnect wallet first'),
    new ProviderNotFoundError(),
    notConnectedError(),
  ])('reloads the page after: %s', async (error) => {
    expect(await failureText(error, 'history')).toEqual({
      level: 'error',
      text: RECONNECT,
      needsReload: true,
    })
  })

  test.each([
    rejected,
    new Error('User rejected the request'),
    new Error('User denied transaction signature'),
    new Error('ACTION_REJECTED'),
    { code: 4001, message: 'no' },
    { code: 5000, message: 'no' },
  ])('a rejection is an info, not an error: %s', async (error) => {
    expect(await failureText(error, 'history')).toEqual({
      level: 'info',
      text: 'Transaction cancelled',
      needsReload: false,
    })
  })

  test.each([
    ['Failed to claim: the node is down', new Error('the node is down')],
    ['Failed to claim winnings, please try again', 'a text'],
    ['Failed to claim winnings, please try again', undefined],
    ['Failed to claim winnings, please try again', { code: -32_603, message: 'out of nonces' }],
    ['An unexpected error occurred', new Error('')],
    ['Failed to claim: Insufficient BNB balance for claiming', new InsufficientFundsError()],
    ['Failed to claim: Insufficient BNB for gas fees', new Error('gas required exceeds allowance')],
    [
      'Failed to claim: Contract execution reverted: nothing to claim or already claimed',
      revertedCall('claim'),
    ],
  ])('%s', async (text, error) => {
    expect(await failureText(error, 'history')).toEqual({
      level: 'error',
      text,
      needsReload: false,
    })
  })
})

describe('claimFailureText on a card', () => {
  test.each([
    ['Please connect wallet first', notConnectedError()],
    ['Provider not available', new ProviderNotFoundError()],
    ['Claim failed: the node is down', new Error('the node is down')],
    ['Claim failed, please try again', undefined],
    ['Claim failed, please try again', 'a text'],
    ['Claim failed: out of nonces', { code: -32_603, data: { message: 'out of nonces' } }],
    ['Insufficient BNB balance for claiming', new Error('insufficient funds for gas')],
    ['Insufficient BNB for gas fees', new Error('gas required exceeds allowance')],
    ['Contract execution reverted: nothing to claim or already claimed', revertedCall('claim')],
    ['Your wallet sent another transaction instead of collecting', new TransactionReplacedError()],
    [
      'Your wallet sent nothing, so nothing was collected. You can try again.',
      new CallsNotSentError(),
    ],
    [
      'It is not clear whether your wallet’s transaction went through. If it did, your winnings arrive soon: look in the wallet before you try again.',
      new OutcomeUnknownError(),
    ],
  ])('%s', async (text, error) => {
    expect(await failureText(error, 'card')).toEqual({
      level: 'error',
      text,
      needsReload: false,
    })
  })

  test.each([
    rejected,
    new Error('ACTION_REJECTED'),
    { code: 4001, message: 'no' },
    { code: 5000, message: 'no' },
  ])('a rejection is an info, not an error: %s', async (error) => {
    expect(await failureText(error, 'card')).toMatchObject({
      level: 'info',
      text: 'Transaction cancelled by user',
    })
  })
})
