import type { Balance } from '@bullring/wire/blockchain-api/balance'
import { describe, expect, test } from 'vitest'
import { createAssets } from './assets.ts'
import { BalanceUnavailableError } from './blockchain-api-client.ts'

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
const told = (symbol: string, numeric: string, address?: string): Balance => ({
  name: symbol,
  symbol,
  chainId: 'eip155:56',
  ...(address !== undefined && { address: `eip155:56:${address}` as const }),
  price: 2,
  quantity: { decimals: '6', numeric },
  iconUrl: '',
})
const token = { chainId: 56, address: OTHER, name: 'Arena', symbol: 'ARD', decimals: 6 } as const

function create(balances: readonly Balance[] | Error | null) {
  return createAssets({
    chain: {
      getCoinBalance: () => Promise.resolve(7n),
      getTokenBalance: (address) =>
        address === OTHER ? Promise.resolve(5n) : Promise.reject(new Error('no such token')),
    },
    api:
      balances === null
        ? null
        : {
            getBalances: () =>
              balances instanceof Error ? Promise.reject(balances) : Promise.resolve(balances),
          },
    tokens: [token, { ...token, address: TOKEN }, { ...token, chainId: 97 }],
  })
}
const symbols = async (assets: ReturnType<typeof create>) =>
  (await assets.load(OWNER, NETWORK)).assets.map(({ symbol, balance }) => `${balance} ${symbol}`)

describe('createAssets', () => {
  test('without a service: the coin and the app’s own tokens, from the chain', async () => {
    const assets = create(null)
    expect(await symbols(assets)).toEqual(['7 BNB', '5 ARD'])
    expect((await assets.load(OWNER, NETWORK)).isComplete).toBe(true)
  })
  test('takes price and tokens from the service, the coin’s amount from the chain', async () => {
    const assets = create([told('BNB', '3'), told('USDT', '1.5', TOKEN), told('NONE', '0', OWNER)])
    expect(await symbols(assets)).toEqual(['7 BNB', '1500000 USDT', '5 ARD'])
    expect((await assets.load(OWNER, NETWORK)).assets[0]?.price).toBe(2)
  })
  test('lists no token twice', async () => {
    expect(await symbols(create([told('ARD', '9', OTHER.toLowerCase())]))).toEqual([
      '7 BNB',
      '9000000 ARD',
    ])
  })
  test('goes on with the chain when the service fails, and says so', async () => {
    const assets = create(new BalanceUnavailableError('Token Balance Unavailable'))
    expect(await symbols(assets)).toEqual(['7 BNB', '5 ARD'])
    expect((await assets.load(OWNER, NETWORK)).isComplete).toBe(false)
  })
})
