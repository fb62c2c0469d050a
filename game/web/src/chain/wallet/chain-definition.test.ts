import { describe, expect, test } from 'vitest'
import { chainDefinition } from './chain-definition.ts'

const chain = {
  id: 31_337,
  name: 'Bullring Local',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: ['/rpc', 'https://rpc.example'],
  explorerUrl: null,
}

describe('chainDefinition', () => {
  test('resolves paths against the page and keeps absolute URLs', () => {
    const { rpcUrls } = chainDefinition(chain, 'http://127.0.0.1:3000')
    expect(rpcUrls.default.http).toEqual(['http://127.0.0.1:3000/rpc', 'https://rpc.example/'])
  })

  test('has an explorer only if one is configured', () => {
    expect(chainDefinition(chain, 'http://x.example').blockExplorers).toBeUndefined()
    const explorerUrl = 'https://bscscan.com'
    const { blockExplorers } = chainDefinition({ ...chain, explorerUrl }, 'http://x.example')
    expect(blockExplorers?.default.url).toBe(explorerUrl)
  })
})
