import type { KnownMarket } from '@bullring/wire/chain/known-market'
import { describe, expect, test } from 'vitest'
import { readGrant } from './requested-grant.ts'

const ME = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const BNB = '0x000000000000000000000000000000000000bEEF'
const ETH = '0x000000000000000000000000000000000000Ca11'
const PANCAKE = '0x000000000000000000000000000000000000F00d'
const TOKEN = '0x000000000000000000000000000000000000dEaD'
const NOW = 1_800_000_000
const X = 'aa'.repeat(32)
const Y = 'bb'.repeat(32)

const markets = [
  { chainId: 56, symbol: 'BNB', kind: 'bullring', prediction: BNB },
  { chainId: 56, symbol: 'ETH', kind: 'bullring', prediction: ETH },
  { chainId: 56, symbol: 'CAKE', kind: 'pancake-v2', prediction: PANCAKE },
] as readonly KnownMarket[]

const permit = (address: string, ...names: readonly string[]) => ({
  type: 'contract-call',
  data: { address, functions: names.map((functionName) => ({ functionName })) },
})
const key = { type: 'secp256r1', publicKey: `0x04${X}${Y}` }
const coins = { type: 'native-token-limit', data: { perCall: '0x10', total: '0x100' } }
const rate = { type: 'rate-limit', data: { count: 30, interval: 3_600 } }
const request = {
  chainId: '0x38',
  expiry: NOW + 3_600,
  signer: { type: 'key', data: key },
  permissions: [permit(BNB, 'betBull', 'betBear', 'claim'), permit(ETH.toLowerCase(), 'betBull')],
  policies: [coins, rate],
}
const read = (change: object = {}) =>
  readGrant([{ ...request, ...change }], { account: ME, chainId: 56, markets, nowS: NOW })

describe('readGrant', () => {
  test('reads limits, key and the methods of our markets', () => {
    expect(read()).toEqual({
      session: {
        key: { x: `0x${X}`, y: `0x${Y}` },
        valuePerCall: 16n,
        totalValue: 256n,
        callsPerPeriod: 30,
        period: 3_600,
        expiresAt: NOW + 3_600,
        methods: [
          { to: BNB, selector: '0x57fb096f' },
          { to: BNB, selector: '0xaa6b873a' },
          { to: BNB, selector: '0x6ba4c138' },
          { to: ETH, selector: '0x57fb096f' },
        ],
      },
      markets: ['BNB', 'ETH'],
      canBet: true,
      canClaim: true,
    })
    const signer = { type: 'keys', data: { keys: [key] } }
    const claims = read({ permissions: [permit(BNB, 'claim')], signer, address: ME.toLowerCase() })
    expect(claims).toMatchObject({ canBet: false, canClaim: true, markets: ['BNB'] })
  })

  test.each([
    ['a token', [permit(TOKEN, 'approve')]],
    ['a method of a token at the address of a market', [permit(BNB, 'transfer')]],
    ['another method of a market', [permit(BNB, 'betBull'), permit(ETH, 'transferOwnership')]],
    ['a bet at an address that is no market', [permit(TOKEN, 'betBull')]],
    ['a market that refuses accounts like this', [permit(PANCAKE, 'betBull')]],
    ['the account itself', [permit(ME, 'enableModule')]],
  ])('error: refuses %s', (_, permissions) => {
    expect(() => read({ permissions })).toThrow('bet and collect in the game’s markets only')
  })

  test.each([
    [{ chainId: 97 }, 'another network'],
    [{ address: TOKEN }, 'another account'],
    [{ expiry: NOW }, 'within a week'],
    [{ expiry: NOW + 8 * 86_400 }, 'within a week'],
    [{ policies: [coins] }, 'need a native-token-limit and a rate-limit'],
    [{ policies: [rate] }, 'need a native-token-limit and a rate-limit'],
    [{ policies: [coins, { type: 'gas-limit', data: {} }] }, 'policies.1'],
    [
      { policies: [{ ...coins, data: { perCall: '0x10', total: '0x1' } }, rate] },
      'above the total',
    ],
    [
      { policies: [{ ...coins, data: { perCall: '0x1', total: `0x1${'0'.repeat(28)}` } }, rate] },
      'too large',
    ],
    [{ permissions: [] }, 'permissions'],
    [{ permissions: [{ type: 'native-token-transfer', data: {} }] }, 'permissions.0'],
    [
      { permissions: Array.from({ length: 7 }, () => permit(BNB, 'betBull', 'betBear', 'claim')) },
      'too many methods',
    ],
    [{ signer: { type: 'key', data: { ...key, type: 'secp256k1' } } }, 'signer'],
    [{ signer: { type: 'key', data: { ...key, publicKey: `0x02${X}` } } }, 'signer'],
    [{ signer: { type: 'keys', data: { keys: [key, key] } } }, 'signer'],
  ])('error: refuses %j', (change, reason) => {
    expect(() => read(change)).toThrow(reason)
  })

  test('error: refuses conditions that the session would not enforce', () => {
    const functions = [{ functionName: 'betBull', args: [{ operator: 'EQUAL', value: '0x1' }] }]
    const conditional = { type: 'contract-call', data: { address: BNB, functions } }
    expect(() => read({ permissions: [conditional] })).toThrow('permissions.0')
    const context = { account: ME, chainId: 56, markets, nowS: NOW } as const
    expect(() => readGrant([request, request], context)).toThrow('one session at a time')
  })
})
