import type { Balance } from '@bullring/wallet-api/blockchain-api/balance'
import { describe, expect, test } from 'vitest'
import { readAssets } from './assets.ts'

const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const TOKEN = '0x55d398326f99059fF775485246999027B3197955'
const OTHER = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const NETWORK = {
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  explorerUrl: null,
  isTestnet: false,
}
const serviceBalance = (symbol: string, numeric: string, address?: string): Balance => ({
  name: symbol,
  symbol,
  chainId: 'eip155:56',
  ...(address !== undefined && { address: `eip155:56:${address}` as const }),
  price: 2,
  quantity: { decimals: '6', numeric },
  iconUrl: '',
})
const token = { chainId: 56, address: OTHER, name: 'Arena', symbol: 'ARD', decimals: 6 } as const

/** @param balances - Those of the service; null when it fails. */
function read(balances: readonly Balance[] | null) {
  const chain = {
    getCoinBalance: () => Promise.resolve(7n),
    getTokenBalance: (address: string) =>
      address === OTHER ? Promise.resolve(5n) : Promise.reject(new Error('no such token')),
  }
  const tokens = [token, { ...token, address: TOKEN } as const, { ...token, chainId: 97 }]
  return readAssets({ chain, tokens }, balances, OWNER, NETWORK)
}
const symbols = async (assets: ReturnType<typeof read>) =>
  (await assets).assets.map(({ symbol, balance }) => `${balance} ${symbol}`)

describe('readAssets', () => {
  test('reads the coin and the app’s tokens from the chain without a service', async () => {
    expect(await symbols(read([]))).toEqual(['7 BNB', '5 ARD'])
    expect((await read([])).isComplete).toBe(true)
  })
  test('takes price and tokens from the service, the coin’s amount from the chain', async () => {
    const balances = [
      serviceBalance('BNB', '3'),
      serviceBalance('USDT', '1.5', TOKEN),
      serviceBalance('NONE', '0', OWNER),
    ]
    expect(await symbols(read(balances))).toEqual(['7 BNB', '1500000 USDT', '5 ARD'])
    expect((await read(balances)).assets[0]?.price).toBe(2)
  })
  test('lists no token twice', async () => {
    expect(await symbols(read([serviceBalance('ARD', '9', OTHER.toLowerCase())]))).toEqual([
      '7 BNB',
      '9000000 ARD',
    ])
  })
  test('continues with the chain when the service fails, and reports it', async () => {
    expect(await symbols(read(null))).toEqual(['7 BNB', '5 ARD'])
    expect((await read(null)).isComplete).toBe(false)
  })
})
