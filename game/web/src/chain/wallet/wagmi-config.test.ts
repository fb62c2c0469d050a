import type { AppConfig } from '@bullring/game-api/config'
import { getBlockNumber, getGasPrice } from 'viem/actions'
import { expect, test, vi } from 'vitest'
import { testAppConfig } from '#testing/test-app-config.ts'
import { openSafe } from '../safe/open-safe.ts'
import { setSafe } from '../safe/safe.ts'
import { createWagmiConfig } from './wagmi-config.ts'

const typesOf = (overrides: Partial<AppConfig>) =>
  createWagmiConfig(testAppConfig(overrides), window).connectors.map(({ type }) => type)

test('createWagmiConfig offers WalletConnect only with a relay', () => {
  expect(typesOf({})).not.toContain('walletConnect')
  expect(typesOf({ relayUrl: 'wss://relay.example' })).toContain('walletConnect')
  expect(typesOf({ relayUrl: '/relay' })).toContain('walletConnect')
})

test('createWagmiConfig connects nothing but the Safe where Safe shows the page', () => {
  const info = { uuid: 'fox', name: 'Fox', icon: 'data:image/png;base64,AA==', rdns: 'io.fox' }
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: { info, provider: {} } }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  openSafe(window)
  const types = typesOf({
    relayUrl: '/relay',
    frameUrl: 'https://wallet.example',
    features: { burnerWallet: true, faucet: true, telegram: false },
  })
  setSafe(null)
  window.removeEventListener('eip6963:requestProvider', announce)
  expect(types).toEqual(['safe'])
})

test('createWagmiConfig lists all wallets when one is announced without a name', () => {
  const info = { uuid: 'fox', name: 'Fox', icon: 'data:image/png;base64,AA==', rdns: 'io.fox' }
  const details = [null, { info: { uuid: 'odd' }, provider: {} }, { info, provider: {} }]
  const announce = () => {
    for (const detail of details) {
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
  }
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  window.addEventListener('eip6963:requestProvider', announce)
  const { connectors } = createWagmiConfig(testAppConfig({}), window)
  window.removeEventListener('eip6963:requestProvider', announce)
  warn.mockRestore()
  const names = connectors.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['Unnamed wallet', 'Fox']))
})

test('createWagmiConfig sends the calls of one task to our own origin in one request', async () => {
  const requests: { url: string; calls: { id: number; method: string }[] }[] = []
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    const calls = JSON.parse(body)
    requests.push({ url, calls })
    const replies = calls.map(({ id }: { id: number }) => ({ jsonrpc: '2.0', id, result: '0x7' }))
    return Promise.resolve(Response.json(replies))
  })
  const client = createWagmiConfig(testAppConfig({}), window).getClient()
  expect(await Promise.all([getBlockNumber(client), getGasPrice(client)])).toEqual([7n, 7n])
  vi.unstubAllGlobals()
  expect(requests).toMatchObject([
    {
      url: new URL('/rpc', window.location.origin).href,
      calls: [{ method: 'eth_blockNumber' }, { method: 'eth_gasPrice' }],
    },
  ])
})

test('createWagmiConfig asks another node call by call once it refuses a batch', async () => {
  const sizes: number[] = []
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const calls = [JSON.parse(body)].flat()
    sizes.push(calls.length)
    const error = { code: -32_005, message: 'batch too large' }
    const replies = calls.map(({ id }: { id: number }) => ({ jsonrpc: '2.0', id, result: '0x7' }))
    const isArray = body.startsWith('[')
    if (calls.length > 1) return Promise.resolve(Response.json({ jsonrpc: '2.0', id: null, error }))
    return Promise.resolve(Response.json(isArray ? replies : replies[0]))
  })
  const { chain } = testAppConfig({})
  const foreign = { chain: { ...chain, rpcUrls: ['https://node.example'] } }
  const client = createWagmiConfig(testAppConfig(foreign), window).getClient()
  expect(await Promise.all([getBlockNumber(client), getGasPrice(client)])).toEqual([7n, 7n])
  vi.unstubAllGlobals()
  expect(sizes.filter((size) => size === 1)).toHaveLength(2)
})
