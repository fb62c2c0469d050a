import type { Round } from '@bullring/game-api/round'
import { expect, test } from 'vitest'
import { previewOf } from './round-preview.ts'

const SETTLED: Round = {
  epoch: 122,
  start_timestamp: 0,
  lock_timestamp: 300,
  close_timestamp: 600,
  lock_price: '862.99129999',
  close_price: '863.41',
  price_change: '0.41870001',
  total_amount: '3.5',
  bull_amount: '2',
  bear_amount: '1.5',
  bull_payout: 1.6975,
  bear_payout: 2.2633,
  treasury_fee: 300,
  display_type: 'expired',
  state: 'settled',
  refund_reason: null,
  winner: 'up',
  expected_lock_price: null,
  expected_close_price: null,
  lock_oracle_id: '1',
  close_oracle_id: '2',
}

test.each<[Partial<Round>, string, string]>([
  [{}, 'Round 122: UP won - Bullring', '+$0.4187'],
  [{ winner: 'down', price_change: '-0.5' }, 'Round 122: DOWN won - Bullring', '\u2212$0.5000'],
  [{ winner: null, price_change: '0' }, 'Round 122: the house won - Bullring', '$0.0000'],
  [{ winner: null, state: 'refund' }, 'Round 122: stakes returned - Bullring', '+$0.4187'],
])('describes a decided round: %o', (changes, title, change) => {
  const preview = previewOf({ ...SETTLED, ...changes }, 'BNB')
  expect(preview).toMatchObject({ title, change, isDecided: true })
  expect(preview.description).toContain('BNB/USD went from $862.9912 to $863.4100.')
})

test('names what the winners received', () => {
  expect(previewOf(SETTLED, 'BNB').description).toContain('Winners received 1.70x their stake.')
})

test.each<[Partial<Round>, string, string]>([
  [{ state: 'open', lock_price: null }, 'Round 122: UP or DOWN? - Bullring', 'goes up or down'],
  [{ state: 'locked' }, 'Round 122: live - Bullring', 'locked at $862.9912'],
  [{ state: 'settling' }, 'Round 122: waiting for the price - Bullring', 'locked at $862.9912'],
])('describes an undecided round without a result: %o', (changes, title, text) => {
  const round = { ...SETTLED, winner: null, close_price: null, price_change: '0.1', ...changes }
  const preview = previewOf(round, 'BNB')
  expect(preview).toMatchObject({ title, change: null, multiple: null, isDecided: false })
  expect(preview.description).toContain(text)
})

test('describes a round without bets by the prices that would settle it', () => {
  const unsettled = { lock_price: null, close_price: null, price_change: null, winner: null }
  const expected = { expected_lock_price: '862.9', expected_close_price: '863.4' }
  const preview = previewOf({ ...SETTLED, ...unsettled, ...expected, state: 'empty' }, 'BNB')
  expect(preview).toMatchObject({ title: 'Round 122: no bets - Bullring', tone: 'even' })
  expect(preview.description).toContain('BNB/USD went from $862.9000 to $863.4000.')
})
