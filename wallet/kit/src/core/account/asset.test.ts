import { describe, expect, test } from 'vitest'
import { assetOf, isSameAsset } from './asset.ts'

const TOKEN = '0x55d398326f99059fF775485246999027B3197955'
const BALANCE = {
  name: 'Tether',
  symbol: 'USDT',
  chainId: 'eip155:56',
  address: `eip155:56:${TOKEN}`,
  price: 1,
  quantity: { decimals: '6', numeric: '12.345678' },
  iconUrl: '',
} as const

describe('assetOf', () => {
  test('reads a token', () => {
    expect(assetOf(BALANCE, 56)).toEqual({
      chainId: 56,
      name: 'Tether',
      symbol: 'USDT',
      decimals: 6,
      address: TOKEN,
      balance: 12_345_678n,
      price: 1,
      iconUrl: null,
    })
  })
  test('reads a price of 0 as none', () => {
    expect(assetOf({ ...BALANCE, price: 0 }, 56)?.price).toBeNull()
  })
  test('treats a balance without an address as the coin', () => {
    const { address: _, ...coin } = BALANCE
    expect(assetOf(coin, 56)?.address).toBeNull()
  })
  test.each([
    ['no decimals', { quantity: { decimals: '0', numeric: '1' } }],
    ['decimals that are not a number', { quantity: { decimals: 'x', numeric: '1' } }],
    ['more decimals than a contract can have', { quantity: { decimals: '1e9', numeric: '1' } }],
    ['a negative amount', { quantity: { decimals: '6', numeric: '-1' } }],
    ['an endless amount', { quantity: { decimals: '6', numeric: '9'.repeat(1e6) } }],
    ['an amount that is not a plain decimal', { quantity: { decimals: '6', numeric: '1e9' } }],
    ['an invalid address', { address: 'eip155:56:0x12' as const }],
  ])('hides a token with %s', (_, change) => {
    expect(assetOf({ ...BALANCE, ...change }, 56)).toBeNull()
  })
})

describe('isSameAsset', () => {
  test('ignores the letter case of addresses, but not the chain', () => {
    const asset = assetOf(BALANCE, 56)
    if (asset === null) throw new Error('no asset')
    expect(
      isSameAsset({ ...asset, address: '0x55D398326F99059FF775485246999027B3197955' }, asset),
    ).toBe(true)
    expect(isSameAsset({ ...asset, chainId: 97 }, asset)).toBe(false)
    expect(isSameAsset(null, asset)).toBe(false)
  })
})
