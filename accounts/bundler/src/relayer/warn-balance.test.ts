import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import { createBalanceWarning } from './warn-balance.ts'

const ADDRESS = '0x00000000000000000000000000000000000000aa'
const HOUR_MS = 3_600_000

test('warns of a low balance with address and balance, once an hour', () => {
  const warned: unknown[] = []
  let nowMs = 0
  const log = { warn: (facts: object, message: string) => warned.push([message, facts]) }
  const check = createBalanceWarning({ log, address: ADDRESS, nowMs: () => nowMs })
  const low = () => check(parseEther('0.04'), parseEther('0.05'))
  low()
  nowMs = HOUR_MS - 1
  low()
  expect(warned).toEqual([
    ['relayer balance low', { address: ADDRESS, balanceBnb: '0.04', leastBnb: '0.05' }],
  ])
  nowMs = HOUR_MS
  low()
  expect(warned).toHaveLength(2)
})

test('warns at once when the balance is low again', () => {
  let warnings = 0
  const log = {
    warn: () => {
      warnings += 1
    },
  }
  const check = createBalanceWarning({ log, address: ADDRESS, nowMs: () => 0 })
  check(4n, 5n)
  check(5n, 5n)
  expect(warnings).toBe(1)
  check(4n, 5n)
  expect(warnings).toBe(2)
})
