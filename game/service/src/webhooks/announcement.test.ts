import type { Round } from '@bullring/game-api/round'
import { describe, expect, test } from 'vitest'
import { findAnnouncement, nextAfter, windowFrom } from './announcement.ts'

const ROUND: Round = {
  epoch: 7,
  start_timestamp: 1,
  lock_timestamp: 2,
  close_timestamp: 3,
  lock_price: '600',
  close_price: '610',
  price_change: '10',
  total_amount: '3',
  bull_amount: '2',
  bear_amount: '1',
  bull_payout: 1.4,
  bear_payout: 2.9,
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
const roundIn = (state: Round['state'], epoch = 7): Round => ({ ...ROUND, state, epoch })

describe('findAnnouncement', () => {
  test('announces the lock once, and each result once', () => {
    expect(findAnnouncement(roundIn('open'), null)).toBe(null)
    const locked = findAnnouncement(roundIn('locked'), null)
    expect(locked).toMatchObject({ type: 'round.locked', revision: 0 })
    expect(findAnnouncement(roundIn('settling'), locked)).toBe(null)
    const settled = findAnnouncement(ROUND, locked)
    expect(settled).toMatchObject({ type: 'round.settled', revision: 1 })
    expect(findAnnouncement(ROUND, settled)).toBe(null)
  })

  test('announces a result whose lock was missed, with the same revision', () => {
    expect(findAnnouncement(roundIn('empty'), null)).toMatchObject({
      type: 'round.empty',
      revision: 1,
    })
  })

  test('announces another result after a reorg, and not one that comes back', () => {
    const settled = findAnnouncement(ROUND, null)
    expect(findAnnouncement(roundIn('locked'), settled)).toBe(null)
    expect(findAnnouncement(ROUND, settled)).toBe(null)
    const other = { ...ROUND, winner: 'down', close_price: '590' } as const
    expect(findAnnouncement(other, settled)).toMatchObject({ type: 'round.settled', revision: 2 })
    expect(findAnnouncement({ ...ROUND, bull_amount: '5' }, settled)).toMatchObject({ revision: 2 })
  })

  test('takes a later price of a round without bets for no other result', () => {
    const empty = { ...roundIn('empty'), lock_price: null }
    expect(findAnnouncement(roundIn('empty'), findAnnouncement(empty, null))).toBe(null)
  })
})

describe('nextAfter', () => {
  test('stays at rounds that a reorg can reach, and at those without a result', () => {
    const window = windowFrom(30, 50)
    expect(window).toEqual({ next: 30, first: 30, last: 50, open: 50 })
    expect(nextAfter(window, [ROUND])).toBe(38)
    expect(nextAfter(window, [roundIn('settling', 33)])).toBe(33)
  })

  test('goes on in parts after an outage, and waits for no round without an end', () => {
    const window = windowFrom(1, 1_000)
    expect(window).toEqual({ next: 1, first: 1, last: 101, open: 1_000 })
    expect(nextAfter(window, [roundIn('settling', 4)])).toBe(102)
  })

  test('begins again where the chain does', () => {
    const window = windowFrom(500, 3)
    expect(window).toEqual({ next: 500, first: 3, last: 3, open: 3 })
    expect(nextAfter(window, [roundIn('open', 3)])).toBe(3)
  })
})
