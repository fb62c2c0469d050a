import { describe, expect, test } from 'vitest'
import { toBasisPoints, toPriceE8, toWei } from '../amounts/units.ts'
import { betStanding } from './bet-standing.ts'

const BNB = 10n ** 18n
const LOCK = toPriceE8(600n)
const UP = toPriceE8(601n)
const DOWN = toPriceE8(599n)
const bet = { position: 'bull', amount: toWei(BNB) } as const
const pool = { bullAmount: toWei(BNB), bearAmount: toWei(2n * BNB) }
const rules = {
  treasuryFee: toBasisPoints(300n),
  maxPayoutMultiple: 2_000,
  isFeeCapped: true,
  returnsUndecided: true,
}
const pancake = { ...rules, maxPayoutMultiple: 0, isFeeCapped: false, returnsUndecided: false }
const locked = { pool, state: { kind: 'locked' }, lockPrice: LOCK } as const

describe('betStanding', () => {
  test.each([
    ['winning', UP, (191n * BNB) / 100n],
    ['losing', DOWN, -BNB],
    ['even', LOCK, 0n],
  ] as const)('%s, with the fee and the stakes so far', (kind, price, change) => {
    expect(betStanding(bet, locked, price, rules)).toEqual({ kind, change })
  })

  test('loses only what the other side can match', () => {
    const thin = { bullAmount: toWei(BNB), bearAmount: toWei(BNB / 100n) }
    expect(betStanding(bet, { ...locked, pool: thin }, DOWN, rules)).toEqual({
      kind: 'losing',
      change: (-19n * BNB) / 100n,
    })
  })

  test.each([null, UP])('is open until the lock price is known', (price) => {
    const change = (191n * BNB) / 100n
    const open = { pool, state: { kind: 'open' }, lockPrice: null } as const
    expect(betStanding(bet, open, price, rules)).toEqual({ kind: 'open', change })
    expect(betStanding(bet, { ...locked, lockPrice: null }, price, rules).kind).toBe('open')
  })

  test('comes back while no one is on the other side', () => {
    const alone = { bullAmount: toWei(BNB), bearAmount: toWei(0n) }
    const round = { pool: alone, state: { kind: 'open' }, lockPrice: null } as const
    expect(betStanding(bet, round, UP, rules)).toEqual({ kind: 'even', change: 0n })
  })

  test('loses a tie where the house takes it', () => {
    expect(betStanding(bet, locked, LOCK, pancake)).toEqual({ kind: 'losing', change: -BNB })
  })

  test('gains less than nothing where the fee exceeds the other side', () => {
    const thin = { bullAmount: toWei(BNB), bearAmount: toWei(BNB / 100n) }
    const { kind, change } = betStanding(bet, { ...locked, pool: thin }, UP, pancake)
    expect(kind).toBe('winning')
    expect(change).toBe((-203n * BNB) / 10_000n)
  })

  test.each([
    [{ kind: 'settling' }, { kind: 'settling', change: 0n }],
    [
      { kind: 'settled', winner: 'bull' },
      { kind: 'won', change: (191n * BNB) / 100n },
    ],
    [
      { kind: 'settled', winner: 'bear' },
      { kind: 'lost', change: -BNB },
    ],
    [
      { kind: 'refund', reason: 'tie' },
      { kind: 'refunded', change: 0n },
    ],
  ] as const)('in a round that has closed: %o', (state, standing) => {
    expect(betStanding(bet, { ...locked, state }, UP, rules)).toEqual(standing)
  })
})
