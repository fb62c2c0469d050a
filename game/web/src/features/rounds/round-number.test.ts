import { expect, test } from 'vitest'
import { parseRoundNumber } from './round-number.ts'

test.each(['123', ' 123 ', '１２３', '١٢٣', '\u200b123\u00a0'])(
  'parseRoundNumber reads %j as 123',
  (text) => expect(parseRoundNumber(text)).toBe(123n),
)

test.each(['', '0', '012', '12a', '1.5', '12 3', '１２。３', '1234567890123456'])(
  'error: parseRoundNumber reads no round in %j',
  (text) => expect(parseRoundNumber(text)).toBeNull(),
)
