import { describe, expect, test } from 'vitest'
import { AccountNumbers } from './account-numbers.ts'

/** An address that differs from those of other numbers in its first and last bytes. */
function viewOf(number: number, offset = 0): DataView {
  const view = new DataView(new ArrayBuffer(20 + offset))
  view.setUint16(offset, 65_535 - number)
  view.setUint32(offset + 16, number * 0x10000)
  return view
}

describe('AccountNumbers', () => {
  test('numbers accounts once, in the order they are added, however many there are', () => {
    const accounts = new AccountNumbers()
    const numbers = Array.from({ length: 5_000 }, (_, index) => index)
    const added = () => numbers.map((number) => accounts.add(viewOf(number, 3), 3))
    expect(added()).toEqual(numbers)
    expect(added()).toEqual(numbers)
    expect(accounts.size).toBe(5_000)
    expect(numbers.map((number) => accounts.find(viewOf(number)))).toEqual(numbers)
    expect(accounts.find(viewOf(5_000))).toBe(-1)
    expect(accounts.addressOf(1).toLowerCase()).toBe(`0xfffe${'00'.repeat(14)}00010000`)
    expect(accounts.compare(1, 4_999)).toBeGreaterThan(0)
    expect(accounts.compare(7, 6)).toBeLessThan(0)
    expect(accounts.compare(7, 7)).toBe(0)
  })
})
