import type { Round } from '@bullring/wire/game-api/round'
import { expect, test } from 'vitest'
import { BusyDrawingError } from './errors.ts'
import { createRoundPictures } from './round-pictures.ts'

function round(epoch: number, changes: Partial<Round> = {}): Round {
  return {
    ...{ epoch, start_timestamp: 0, lock_timestamp: 300, close_timestamp: 600 },
    ...{ lock_price: null, close_price: null, price_change: null },
    ...{ total_amount: '3', bull_amount: '2', bear_amount: '1' },
    ...{ bull_payout: 1.455, bear_payout: 2.91, treasury_fee: 300 },
    ...{ display_type: 'next', state: 'open', refund_reason: null, winner: null },
    ...{ lock_oracle_id: null, close_oracle_id: null },
    ...changes,
  } as Round
}

test('draws a picture once, and again only when what it shows has changed', async () => {
  const pictures = createRoundPictures()
  const first = await pictures(round(1), 'BNB')
  // The pool of an open round is not part of its picture.
  expect(await pictures(round(1, { total_amount: '4' }), 'BNB')).toBe(first)
  const settled = { state: 'settled', winner: 'up' } as const
  const decided = await pictures(round(1, settled), 'BNB')
  expect(decided).not.toBe(first)
  expect(await pictures(round(1, settled), 'BNB')).toBe(decided)
})

test('error: refuses more pictures than may wait, and draws again afterwards', async () => {
  const pictures = createRoundPictures()
  const requested = Array.from({ length: 40 }, (_, index) => pictures(round(index + 1), 'BNB'))
  const results = await Promise.allSettled(requested)
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(18)
  expect(refused[0]).toMatchObject({ reason: expect.any(BusyDrawingError) })
  expect((await pictures(round(40), 'BNB')).length).toBeGreaterThan(10_000)
})
