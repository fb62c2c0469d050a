import { describe, expect, test } from 'vitest'
import { publicChainsOfViem } from '../../scripts/public-chains-of-viem.ts'
import { findPublicChain } from './public-chain.ts'
import chains from './public-chains.json' with { type: 'json' }

describe('findPublicChain', () => {
  test.each([
    [1, 'Ethereum', 'ETH'],
    [56, 'BNB Smart Chain', 'BNB'],
    [97, 'BNB Smart Chain Testnet', 'tBNB'],
    [137, 'Polygon', 'POL'],
    [204, 'opBNB', 'BNB'],
    [8_453, 'Base', 'ETH'],
    [11_155_111, 'Sepolia', 'ETH'],
  ])('knows chain %i', (id, name, coin) => {
    expect(findPublicChain(id)).toMatchObject({ id, name, coin })
  })

  test.each([31_337, 1_337, 909_090_909])('takes chain %i as local', (id) => {
    expect(findPublicChain(id)).toBeNull()
  })

  test('knows the chains of the installed viem (node base/wire/scripts/write-public-chains.ts)', () => {
    expect(chains).toEqual(publicChainsOfViem())
  })
})
