import { expect, test } from 'vitest'
import { type Asset, assetOf } from '../asset.ts'
import { balanceOf } from './token-balance.ts'

const USDT: Asset = {
  chainId: 56,
  name: 'Tether',
  symbol: 'USDT',
  decimals: 6,
  address: '0x55d398326f99059fF775485246999027B3197955',
  balance: 5_500_000n,
  price: 2,
  iconUrl: null,
}

test('a balance has the value at the current price, and is the reverse of an asset', () => {
  const balance = balanceOf(USDT)
  expect(balance).toMatchObject({
    chainId: 'eip155:56',
    address: `eip155:56:${USDT.address}`,
    value: 11,
    quantity: { decimals: '6', numeric: '5.5' },
  })
  expect(assetOf(balance, 56)).toEqual(USDT)
})

test('a coin has no address, and an unknown price no value', () => {
  const balance = balanceOf({ ...USDT, address: null, price: null })
  expect(balance).not.toHaveProperty('address')
  expect(balance).not.toHaveProperty('value')
  expect(balance.price).toBe(0)
})
