import { describe, expect, test } from 'vitest'
import { chainName, isAcceptedChain } from './accepted-chains.ts'

const local = { id: 31_337, name: 'Bullring Local' }

describe('isAcceptedChain', () => {
  test.each([
    [56, true],
    [97, true],
    [31_337, true],
    [1, false],
    [137, false],
  ])('chain %i: %s', (chainId, isAccepted) => {
    expect(isAcceptedChain(chainId, local)).toBe(isAccepted)
  })

  test('accepts a local chain only if the game runs on it', () => {
    expect(isAcceptedChain(31_337, { id: 56, name: 'BNB Smart Chain' })).toBe(false)
  })
})

describe('chainName', () => {
  test.each([
    [31_337, 'Bullring Local'],
    [97, 'BSC Testnet'],
    [1, null],
  ])('%i is %s', (chainId, name) => {
    expect(chainName(chainId, local)).toBe(name)
  })
})
