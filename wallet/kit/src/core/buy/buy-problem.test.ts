import { describe, expect, test } from 'vitest'
import { buyProblem, limitsOf } from './buy-problem.ts'

const CARD_AND_BANK = {
  id: 'USD',
  payment_method_limits: [
    { id: 'card', min: '10.00', max: '7500.00' },
    { id: 'ach_bank_account', min: '20.00', max: '25000.00' },
  ],
}

describe('buyProblem', () => {
  test.each([
    ['', 'enterAmount'],
    ['ten', 'incorrectAmount'],
    ['1,000.50', 'incorrectAmount'],
    ['12.345', 'incorrectAmount'],
    ['9.99', 'belowMinimum'],
    ['10', null],
    ['25000', null],
    ['25000.01', 'aboveMaximum'],
  ])('%j: %s', (amount, problem) => {
    expect(buyProblem(amount, CARD_AND_BANK)).toBe(problem)
  })

  test('a method allows what another one does not', () => {
    expect(limitsOf(CARD_AND_BANK)).toEqual({ min: '10.00', max: '25000.00' })
  })
})
