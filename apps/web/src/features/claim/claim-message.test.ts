import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { TransactionReplacedError } from '@bullring/wallet-kit/transaction-replaced-error'
import {
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  InsufficientFundsError,
  UserRejectedRequestError,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { ProviderNotFoundError } from 'wagmi'
import { messagesIn } from '#i18n/language.ts'
import { claimMessage } from './claim-message.ts'
import { CLAIM_MESSAGES } from './claim-messages.ts'

const messages = messagesIn(CLAIM_MESSAGES, 'en')

const RECONNECT = 'Wallet connection issue. Refreshing page in 3 seconds...'
const rejected = new UserRejectedRequestError(new Error('no'))

function reverted() {
  const functionName = 'claim'
  const cause = new ContractFunctionRevertedError({ abi: predictionAbi, functionName })
  return new ContractFunctionExecutionError(cause, {
    abi: predictionAbi,
    functionName,
    args: [[12n]],
  })
}

function notConnected() {
  const error = new Error('Connector not connected.')
  error.name = 'ConnectorNotConnectedError'
  return error
}

describe('claimMessage in the history', () => {
  test.each([
    new Error('Signer not available'),
    new Error('Wallet not connected'),
    new Error('Please reconnect wallet first'),
    new ProviderNotFoundError(),
    notConnected(),
  ])('reloads the page after: %s', (error) => {
    expect(claimMessage(error, 'history', messages)).toEqual({
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
  ])('takes a refusal lightly: %s', (error) => {
    expect(claimMessage(error, 'history', messages)).toEqual({
      level: 'info',
      text: 'Transaction cancelled',
      needsReload: false,
    })
  })

  test.each([
    ['Failed to claim: the node is asleep', new Error('the node is asleep')],
    ['Failed to claim winnings, please try again', 'a text'],
    ['Failed to claim winnings, please try again', undefined],
    ['An unexpected error occurred', new Error('')],
    ['Insufficient BNB balance for claiming', new InsufficientFundsError()],
    ['Insufficient BNB for gas fees', new Error('gas required exceeds allowance')],
    ['Contract execution reverted: nothing to claim or already claimed', reverted()],
  ])('%s', (text, error) => {
    expect(claimMessage(error, 'history', messages)).toEqual({
      level: 'error',
      text,
      needsReload: false,
    })
  })
})

describe('claimMessage on a card', () => {
  test.each([
    ['Please connect wallet first', notConnected()],
    ['Provider not available', new ProviderNotFoundError()],
    ['Claim failed: the node is asleep', new Error('the node is asleep')],
    ['Claim failed, please try again', undefined],
    ['Contract execution reverted: nothing to claim or already claimed', reverted()],
    ['Your wallet sent another transaction instead of this claim', new TransactionReplacedError()],
  ])('%s', (text, error) => {
    expect(claimMessage(error, 'card', messages)).toEqual({
      level: 'error',
      text,
      needsReload: false,
    })
  })

  test('Transaction cancelled by user is a note', () => {
    expect(claimMessage(rejected, 'card', messages)).toMatchObject({
      level: 'info',
      text: 'Transaction cancelled by user',
    })
  })
})
