import { expect, test } from 'vitest'
import { notePosition, notePositions, reachedPosition, seenPositions } from './seen-positions.ts'

test('keeps the highest position of each market', () => {
  expect(seenPositions('BNB')).toBeNull()
  notePositions('BNB=7,BTC=3')
  notePositions('BNB=5,BTC=9')
  notePositions(null)
  notePosition('BNB', 8)
  notePosition('BNB', Number.NaN)
  expect(seenPositions('BNB')).toBe('BNB=8')
  expect(seenPositions('ALL')).toBe('BNB=8,BTC=9')
  expect(seenPositions('ETH')).toBeNull()
})

test('a stream continues from the oldest response, then from the last event', () => {
  expect(reachedPosition('LTC')).toBeNull()
  notePositions('LTC=7')
  notePositions('LTC=9')
  expect(reachedPosition('LTC')).toBe(7)
  notePosition('LTC', 8)
  notePositions('LTC=12')
  expect(reachedPosition('LTC')).toBe(8)
})
