import { toEpoch, toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { decodeLiveEvent, liveStreamUrl } from './live-event.ts'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('decodeLiveEvent', () => {
  test('decodes a price', () => {
    const data = JSON.stringify({ timestamp: 1_700_000_000, price: '612.34', epoch: 7 })
    expect(decodeLiveEvent('price', data)).toEqual({
      kind: 'price',
      point: {
        timestamp: toUnixSeconds(1_700_000_000),
        price: toPriceE8(61_234_000_000n),
        epoch: toEpoch(7n),
      },
    })
  })

  test('decodes the account whose bet changed', () => {
    const data = JSON.stringify({ user_address: account, epoch: 7 })
    expect(decodeLiveEvent('trade', data)).toEqual({ kind: 'trade', account, epoch: 7n })
  })

  test.each([
    ['no JSON', 'price', 'oops'],
    ['a field of another kind', 'price', '{"timestamp":"now","price":"1","epoch":1}'],
    ['an unknown event', 'weather', '{}'],
  ])('error: treats %s as a missed event', (_, name, data) => {
    expect(decodeLiveEvent(name, data)).toEqual({ kind: 'reset', spreadMs: 0 })
  })
})

describe('liveStreamUrl', () => {
  test('subscribes to the bets of a connected account', () => {
    expect(liveStreamUrl('BNB', null)).toBe('/api/stream?symbol=BNB')
    expect(liveStreamUrl('BTC', account)).toBe(`/api/stream?symbol=BTC&user_address=${account}`)
    expect(liveStreamUrl('BNB', null, 7)).toBe('/api/stream?symbol=BNB&after=7')
  })
})
