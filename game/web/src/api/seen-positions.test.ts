import { expect, test } from 'vitest'
import { notePosition, notePositions, reachedPosition, seenPositions } from './seen-positions.ts'

test('keeps the highest position of each market', () => {
  expect(seenPositions('BNB')).toBeNull()
  notePositions('BNB=7,BTC=3', 'BNB')
  notePositions('BNB=5,BTC=9', 'BNB')
  notePositions(null, 'BNB')
  notePosition('BNB', 8)
  notePosition('BNB', Number.NaN)
  expect(seenPositions('BNB')).toBe('BNB=8')
  expect(seenPositions('ALL')).toBe('BNB=8,BTC=9')
  expect(seenPositions('ETH')).toBeNull()
})

test('a stream continues from the oldest response, then from the last event', () => {
  expect(reachedPosition('LTC')).toBeNull()
  notePositions('LTC=107,ETC=3', 'LTC')
  notePositions('LTC=109', 'LTC')
  // The changes just before it may be missing in the response.
  expect(reachedPosition('LTC')).toBe(75)
  notePosition('LTC', 108)
  notePositions('LTC=150', 'LTC')
  expect(reachedPosition('LTC')).toBe(108)
  expect(reachedPosition('ETC')).toBeNull()
  notePositions('ETC=3', 'ETC')
  expect(reachedPosition('ETC')).toBe(0)
})
