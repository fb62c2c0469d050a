import { expect, test } from 'vitest'
import { parsePositions, positionsText } from './positions.ts'

test('reads written positions', () => {
  const positions = new Map([
    ['BNB', 1_042],
    ['BTC', 0],
  ])
  expect(positionsText(positions)).toBe('BNB=1042,BTC=0')
  expect(parsePositions(positionsText(positions))).toEqual(positions)
})

test('reads nothing from anything else', () => {
  for (const text of [
    null,
    undefined,
    '',
    'BNB',
    '7',
    'BNB=',
    'BNB=-1',
    'BNB=1,',
    `BNB=${'9'.repeat(60)}`,
  ]) {
    expect(parsePositions(text).size).toBe(0)
  }
})
