import { toPriceE8 } from '@bullring/prediction/units'
import { expect, test } from 'vitest'
import { messagesIn } from '#i18n/language.ts'
import { testRound } from '#testing/test-round.ts'
import { markOf, resultText } from './round-result.ts'
import { STRIP_MESSAGES } from './strip-messages.ts'

const messages = messagesIn(STRIP_MESSAGES, 'en')

test.each([
  [61_300_000_000n, 'bull', 'Round 10: no bets, +$1.0000'],
  [61_100_000_000n, 'bear', 'Round 10: no bets, \u2212$1.0000'],
  [61_200_000_000n, 'even', 'Round 10: no bets, $0.0000'],
] as const)('a round without bets that closed at %s has the mark %s', (close, mark, text) => {
  const lockPrice = toPriceE8(61_200_000_000n)
  const closePrice = toPriceE8(close)
  const priceChange = toPriceE8(closePrice - lockPrice)
  const prices = { lockPrice, closePrice, priceChange }
  const round = testRound(10n, { ...prices, state: { kind: 'empty' } })
  expect(markOf(round)).toBe(mark)
  expect(resultText(round, undefined, messages)).toBe(text)
})

test('a round without bets and without prices is even', () => {
  const none = { lockPrice: null, closePrice: null, priceChange: null }
  expect(markOf(testRound(10n, { ...none, state: { kind: 'empty' } }))).toBe('even')
  expect(markOf(testRound(10n, { ...none, state: { kind: 'settling' } }))).toBe('pending')
})
