import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AmountColumn } from './amount-column.ts'

const UNIT = 10n ** 15n

const anyWei = fc.bigInt({ min: -(10n ** 29n), max: 10n ** 29n })

/** The amount as the database sends it. */
function viewOf(wei: bigint): DataView {
  const view = new DataView(new ArrayBuffer(16))
  view.setBigInt64(0, wei / UNIT)
  view.setBigInt64(8, wei % UNIT)
  return view
}

describe('AmountColumn', () => {
  test('property: adds and subtracts exactly, whatever the signs', () => {
    const anyStep = fc.record({ wei: anyWei, sign: fc.constantFrom(1, -1) })
    fc.assert(
      fc.property(anyWei, fc.array(anyStep), (start, steps) => {
        const column = new AmountColumn(2)
        column.write(1, start)
        for (const { wei, sign } of steps) column.add(1, sign, viewOf(wei), 0)
        const sum = steps.reduce((total, { wei, sign }) => total + BigInt(sign) * wei, start)
        expect(column.copy(2, 4).read(1)).toBe(sum)
        expect(column.read(0)).toBe(0n)
      }),
    )
  })

  test('property: compares as the amounts do', () => {
    const anyUnits = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n })
    const anyMore = fc.bigInt({ min: -3n, max: 3n })
    fc.assert(
      fc.property(anyUnits, anyMore, anyMore, (units, written, added) => {
        const column = new AmountColumn(2)
        column.write(0, units * UNIT + written)
        column.write(1, units * UNIT)
        column.add(1, 1, viewOf(added), 0)
        const more = added - written
        expect(Math.sign(column.compare(1, 0))).toBe(more === 0n ? 0 : more > 0n ? 1 : -1)
      }),
    )
  })
})
