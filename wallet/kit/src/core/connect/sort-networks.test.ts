import { describe, expect, test } from 'vitest'
import type { Network } from './connections.ts'
import { sortNetworks } from './sort-networks.ts'

const network = (id: number, name: string): Network => ({
  id,
  name,
  nativeCurrency: { name: '', symbol: '', decimals: 18 },
  explorerUrl: null,
  isTestnet: false,
})
const ALL = [network(1, 'Ethereum'), network(56, 'BNB Smart Chain'), network(97, 'BNB Testnet')]
const ids = (wanted: Parameters<typeof sortNetworks>[1]) =>
  sortNetworks(ALL, wanted).map(({ id }) => id)

describe('sortNetworks', () => {
  test('keeps the order of the app', () => {
    expect(ids({ search: '', approved: null })).toEqual([1, 56, 97])
  })
  test('puts networks that the wallet has approved first', () => {
    expect(ids({ search: '', approved: [97, 1] })).toEqual([1, 97, 56])
  })
  test('finds parts of names in any letter case', () => {
    expect(ids({ search: ' bnb ', approved: null })).toEqual([56, 97])
    expect(ids({ search: 'solana', approved: null })).toEqual([])
  })
})
