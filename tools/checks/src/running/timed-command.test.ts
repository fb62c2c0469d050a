import { expect, test } from 'vitest'
import { parseTimes } from './timed-command.ts'

test.each([
  ['dash', '0m0.00s 0m0.01s\n0m7.25s 0m0.75s\n', 8],
  ['bash', '0m0.001s 0m0.010s\n1m7.250s 0m0.750s\n', 68],
  ['a locale with a decimal comma', '0m0,00s 0m0,01s\n0m7,25s 0m0,75s\n', 8],
])('adds user and system time of the programs, written by %s', (_, output, seconds) => {
  expect(parseTimes(output)).toBe(seconds)
})

test('is null without times, as after a shell that was killed', () => {
  expect(parseTimes('')).toBeNull()
})
