import { expect, test } from 'vitest'
import { notePosition, notePositions, seenPositions } from './seen-positions.ts'

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
