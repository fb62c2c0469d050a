import type { Position } from '@bullring/prediction/payout'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { toEpoch } from '@bullring/prediction/units'
import { CallsNotSentError } from '@bullring/wallet-kit/calls-not-sent-error'
import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import { TransactionReplacedError } from '@bullring/wallet-kit/transaction-replaced-error'
import {
  BaseError,
  encodeErrorResult,
  HttpRequestError,
  InsufficientFundsError,
  parseAbi,
  UserRejectedRequestError,
} from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ProviderNotFoundError } from 'wagmi'
import { loadFailure } from '#chain/contract/load-failure.ts'
import { BetQueuedError } from '#chain/safe/bet-queued-error.ts'
import { openSafe } from '#chain/safe/open-safe.ts'
import { setSafe } from '#chain/safe/safe.ts'
import { messagesIn } from '#i18n/language.ts'
import { minedRevert, notConnectedError, revertedCall } from '#testing/test-failures.ts'
import { betFailureText, safeFailureText } from './bet-failure-text.ts'
import { BET_FAILURE_MESSAGES } from './bet-messages.ts'

const messages = messagesIn(BET_FAILURE_MESSAGES, 'en')

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const BEAR = { position: 'bear', epoch: toEpoch(40) } as const

/** The text of an error as the dialog shows it. */
async function failureText(error: unknown, position: Position) {
  const failure = { ...(await loadFailure(error)), wasSent: false, hasClosed: false }
  return betFailureText(failure, { position, epoch: toEpoch(40) }, messages)
}

describe('betFailureText', () => {
  test.each([
    ['Contract not allowed', /^Bet Bull failed: This market takes plain accounts only\..*EIP-7702/],
    ['Pausable: paused', /^Bet Bull failed: Bets are paused for now\./],
    ['Round not bettable', /^Bet Bull failed: The round takes no bets right now\./],
    ['Can only bet once per round', /^Bet Bull failed: You already have a bet in this round\.$/],
  ])('says in plain words what PancakePredictionV2 means by "%s"', async (reason, text) => {
    const data = encodeErrorResult({
      abi: parseAbi(['error Error(string message)']),
      args: [reason],
    })
    const error = { code: 3, message: 'execution reverted', data }
    expect((await failureText(error, 'bull')).text).toMatch(text)
  })

  test.each([
    ['Transaction cancelled by user', new UserRejectedRequestError(new Error('no'))],
    ['Transaction cancelled by user', new Error('MetaMask Tx Signature: User denied it')],
    ['Transaction cancelled by user', new Error('ACTION_REJECTED')],
    ['Transaction cancelled by user', { code: 4001, message: 'no' }],
    ['Transaction cancelled by user', { code: 5000, message: 'no' }],
    [
      'Transaction cancelled by user',
      { code: -32_603, message: 'Internal JSON-RPC error.', data: { message: 'user rejected' } },
    ],
    [
      'Transaction cancelled by user',
      new BaseError('failed', { cause: new UserRejectedRequestError(new Error('no')) }),
    ],
  ])('%s is an info, not an error', async (text, error) => {
    expect(await failureText(error, 'bull')).toEqual({ level: 'info', text })
  })

  test.each([
    ['Insufficient BNB balance', new InsufficientFundsError()],
    ['Insufficient BNB balance', new Error('insufficient funds for transfer')],
    [
      'Insufficient BNB balance',
      { code: -32_603, data: { code: -32_000, message: 'insufficient funds for gas' } },
    ],
    ['Insufficient BNB for gas fees', new Error('gas required exceeds allowance (0)')],
    ['Please connect wallet first', notConnectedError()],
    ['Your wallet sent another transaction instead of this bet', new TransactionReplacedError()],
    ['Your wallet did not send this bet. You still have your stake.', new CallsNotSentError()],
    ['Contract execution reverted: round may be locked or closed', minedRevert('betBull')],
    [
      'Contract execution reverted: round may be locked or closed',
      { code: 3, message: 'execution reverted' },
    ],
    ['Provider not available', new ProviderNotFoundError()],
    ['Bet Bull failed: out of nonces', { code: -32_603, data: { message: 'out of nonces' } }],
    ['Bet Bull failed: the node is down', new Error('the node is down')],
    ['Bet Bull Failed', new Error('')],
    ['Bet Bull Failed', 'a text'],
    ['Bet Bull Failed', undefined],
  ])('%s', async (text, error) => {
    expect(await failureText(error, 'bull')).toEqual({ level: 'error', text })
  })

  test('says after a lost connection whether anything was sent', async () => {
    const lost = new HttpRequestError({ url: 'http://127.0.0.1/rpc', body: {} })
    const failure = await loadFailure(lost)
    const textAfter = (wasSent: boolean) =>
      betFailureText({ ...failure, wasSent, hasClosed: false }, BEAR, messages).text
    expect(textAfter(false)).toBe('Bet Bear failed: No connection. Nothing was sent.')
    expect(textAfter(true)).toBe(
      'Bet Bear failed: No connection. The bet was sent and may still be placed.',
    )
  })

  test('says when the wallet has not said whether it sent the bet', async () => {
    expect(await failureText(new OutcomeUnknownError(), 'bull')).toEqual({
      level: 'error',
      text: 'It is not clear whether your wallet’s transaction went through. If it did, the bet appears here soon: look in the wallet before you bet again.',
    })
  })

  test('points to the queue in Safe, which may have the bet', async () => {
    openSafe(window)
    onTestFinished(() => setSafe(null))
    expect(
      await failureText(new BaseError('x', { cause: new OutcomeUnknownError() }), 'bull'),
    ).toEqual({
      level: 'info',
      text: "Safe may still have this bet. Look in Safe's queue before you bet again.",
    })
  })

  test('says that a bet on the round waits in Safe already', () => {
    expect(safeFailureText(new BetQueuedError(), BEAR, messages)).toEqual({
      level: 'info',
      text: 'You already have a bet in this round.',
    })
    expect(safeFailureText(new Error('x'), BEAR, messages)).toBeNull()
  })

  test('names the side', async () => {
    expect((await failureText(new Error('x'), 'bear')).text).toBe('Bet Bear failed: x')
    expect((await failureText(null, 'bear')).text).toBe('Bet Bear Failed')
  })

  test.each([
    [
      { errorName: 'EpochNotOpen', args: [12n, 13n] },
      'Round #12 takes no bets; round #13 is open.',
    ],
    [{ errorName: 'BetTooSmall', args: [1n, 10n ** 15n] }, 'The smallest bet is 0.001 BNB.'],
    [
      { errorName: 'BetAlreadyPlaced', args: [12n, account] },
      'You already have a bet in round #12.',
    ],
    [{ errorName: 'BetsPaused' }, 'Bets are paused for now. You can still collect.'],
  ] as const)('a revert with %o shows the reason', async (reason, detail) => {
    const error = revertedCall('betBull', encodeErrorResult({ abi: predictionAbi, ...reason }))
    expect(await failureText(error, 'bull')).toEqual({
      level: 'error',
      text: 'Contract execution reverted: round may be locked or closed',
      detail,
    })
  })

  test('a revert with an unknown error has no detail', async () => {
    const error = revertedCall('betBull', '0xdeadbeef')
    expect(await failureText(error, 'bull')).toEqual({
      level: 'error',
      text: 'Contract execution reverted: round may be locked or closed',
    })
  })
})
