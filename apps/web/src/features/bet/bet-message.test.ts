import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { TransactionReplacedError } from '@bullring/wallet-kit/transaction-replaced-error'
import {
  BaseError,
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  encodeErrorResult,
  InsufficientFundsError,
  UserRejectedRequestError,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { ProviderNotFoundError } from 'wagmi'
import { messagesIn } from '#i18n/language.ts'
import { betMessage } from './bet-message.ts'
import { BET_MESSAGES } from './bet-messages.ts'

const messages = messagesIn(BET_MESSAGES, 'en').failure

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A revert as viem hands it on: the reason two causes deep. */
function revert(data: `0x${string}`) {
  const functionName = 'betBull'
  const cause = new ContractFunctionRevertedError({ abi: predictionAbi, data, functionName })
  return new ContractFunctionExecutionError(cause, {
    abi: predictionAbi,
    functionName,
    args: [12n],
  })
}

function notConnected() {
  const error = new Error('Connector not connected.')
  error.name = 'ConnectorNotConnectedError'
  return error
}

describe('betMessage', () => {
  test.each([
    ['Transaction cancelled by user', new UserRejectedRequestError(new Error('no'))],
    ['Transaction cancelled by user', new Error('MetaMask Tx Signature: User denied it')],
    [
      'Transaction cancelled by user',
      new BaseError('failed', { cause: new UserRejectedRequestError(new Error('no')) }),
    ],
  ])('%s is a note, no error', (text, error) => {
    expect(betMessage(error, 'bull', messages)).toEqual({ level: 'info', text })
  })

  test.each([
    ['Insufficient BNB balance', new InsufficientFundsError()],
    ['Insufficient BNB balance', new Error('insufficient funds for transfer')],
    ['Insufficient BNB for gas fees', new Error('gas required exceeds allowance (0)')],
    ['Please connect wallet first', notConnected()],
    ['Your wallet sent another transaction instead of this bet', new TransactionReplacedError()],
    [
      'Contract execution reverted: round may be locked or closed',
      new ContractFunctionRevertedError({ abi: predictionAbi, functionName: 'betBull' }),
    ],
    ['Provider not available', new ProviderNotFoundError()],
    ['Bet Bull failed: the node is asleep', new Error('the node is asleep')],
    ['Bet Bull Failed', new Error('')],
    ['Bet Bull Failed', 'a text'],
    ['Bet Bull Failed', undefined],
  ])('%s', (text, error) => {
    expect(betMessage(error, 'bull', messages)).toEqual({ level: 'error', text })
  })

  test('names the side', () => {
    expect(betMessage(new Error('x'), 'bear', messages).text).toBe('Bet Bear failed: x')
    expect(betMessage(null, 'bear', messages).text).toBe('Bet Bear Failed')
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
    [{ errorName: 'BetsPaused' }, 'Bets are paused for now. Claims still work.'],
  ] as const)('a revert %o says why', (reason, detail) => {
    const error = revert(encodeErrorResult({ abi: predictionAbi, ...reason }))
    expect(betMessage(error, 'bull', messages)).toEqual({
      level: 'error',
      text: 'Contract execution reverted: round may be locked or closed',
      detail,
    })
  })

  test('a revert with an unknown reason has the text alone', () => {
    const error = revert('0xdeadbeef')
    expect(betMessage(error, 'bull', messages)).toEqual({
      level: 'error',
      text: 'Contract execution reverted: round may be locked or closed',
    })
  })
})
