import { toEpoch, toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { messagesIn } from '#i18n/language.ts'
import { BET_FAILURE_MESSAGES, BET_MESSAGES } from './bet-messages.ts'
import { betProblem as problemOf } from './bet-problem.ts'

const messages = messagesIn(BET_MESSAGES, 'en')
const failureMessages = messagesIn(BET_FAILURE_MESSAGES, 'en')

const betProblem = (bet: Parameters<typeof problemOf>[0]) =>
  problemOf(bet, messages, failureMessages)

const BNB = 10n ** 18n

function attempt(overrides: Partial<Parameters<typeof problemOf>[0]> = {}) {
  return {
    round: { epoch: toEpoch(12n) },
    hasLocked: false,
    isTooLate: false,
    hasEntered: false,
    isPaused: false,
    isContractBarred: false,
    text: '0.5',
    balance: toWei(BNB),
    minimum: toWei(BNB / 1_000n),
    gasCost: toWei(BNB / 10_000n),
    limitProblem: null,
    ...overrides,
  }
}

describe('betProblem', () => {
  test('is null for a valid bet', () => {
    expect(betProblem(attempt())).toBeNull()
  })

  test.each([
    [{ round: null }, 'Round not found'],
    [{ round: { epoch: null } }, 'Round epoch not found'],
    [{ hasLocked: true }, 'Betting period for this round has ended'],
    [{ isTooLate: true, text: '0' }, 'Round #12 is about to lock: too late to approve a bet.'],
    [{ hasEntered: true }, 'You have already entered this round'],
    [{ isPaused: true, text: '0' }, 'Bets are paused for now. You can still collect.'],
    [{ text: '' }, 'Please enter a valid bet amount'],
    [{ text: '  ' }, 'Please enter a valid bet amount'],
    [{ text: 'abc' }, 'Please enter one plain number, for example 0.05'],
    [{ text: '1,000.50' }, 'Please enter one plain number, for example 0.05'],
    [{ text: `0.${'0'.repeat(18)}1` }, 'An amount has at most 18 decimals'],
    [{ text: '0' }, 'Please enter a valid bet amount'],
    [{ text: '0.000' }, 'Please enter a valid bet amount'],
    [{ text: '0.0009' }, 'The smallest bet is 0.001 BNB'],
    [{ text: '0.00001', minimum: toWei(BNB / 50_000n) }, 'The smallest bet is 0.00002 BNB'],
    [{ text: '1.000001' }, 'Insufficient BNB balance'],
    [{ text: '1' }, 'Leave 0.003 BNB for fees'],
    [{ text: '0.99', gasCost: toWei(BNB / 50n) }, 'Leave 0.02 BNB for fees'],
    [{ limitProblem: 'your own limit' }, 'your own limit'],
  ])('%o: %s', (overrides, text) => {
    expect(betProblem(attempt(overrides))?.text).toBe(text)
  })

  test('accepts the minimum and all but the cost of the transaction', () => {
    expect(betProblem(attempt({ text: '0.001' }))).toBeNull()
    expect(betProblem(attempt({ text: '0.9999' }))).toBeNull()
  })

  test('accepts any amount while the balance is unknown', () => {
    expect(betProblem(attempt({ text: '1000', balance: null }))).toBeNull()
  })

  test('reports the round before the amount', () => {
    expect(betProblem(attempt({ hasLocked: true, text: '' }))?.kind).toBe('ended')
  })
})
