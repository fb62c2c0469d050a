import { expect, test } from 'vitest'
import type { Asset } from '../asset.ts'
import { totalValueText } from './total-value.ts'

const asset = (balance: bigint, price: number | null): Asset => ({
  chainId: 56,
  name: 'A',
  symbol: 'A',
  decimals: 2,
  address: null,
  iconUrl: null,
  balance,
  price,
})

test('adds up the assets with a price', () => {
  expect(totalValueText([asset(150n, 600), asset(1000n, 2.5), asset(9n, null)])).toBe('$925.00')
  expect(totalValueText([asset(0n, 600)])).toBe('$0.00')
})

test('is unknown while no price is', () => {
  expect(totalValueText([asset(5n, null)])).toBeNull()
})
