import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidRequestError } from '../errors.ts'
import { describeCall } from '../text/call-text.ts'
import { ENGLISH_APPROVAL } from '../text/messages.ts'
import { type Call, decodeCall, isUnclear } from './decode-call.ts'
import { readTransaction } from './requested-transaction.ts'

const GAME = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const MARKETS = [
  { chainId: 56, symbol: 'BNB', kind: 'bullring' as const, prediction: GAME as `0x${string}` },
]
const ME = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const CONTEXT = { chainId: 56, markets: MARKETS, account: ME } as const
const BNB = { symbol: 'BNB', decimals: 18 }

const bet = encodeFunctionData({ abi: predictionAbi, functionName: 'betBull', args: [1_234n] })

function describeTransaction(call: Omit<Call, 'value'>, value: bigint, chainId = 56) {
  const decoded = decodeCall({ ...call, value }, { ...CONTEXT, chainId })
  return describeCall(
    { call: decoded, value },
    { coin: BNB, token: { symbol: 'USDT', decimals: 6 }, messages: ENGLISH_APPROVAL },
  )
}

describe('decodeCall', () => {
  test('a bet reads as its stake', () => {
    expect(describeTransaction({ to: GAME, data: bet }, 50_000_000_000_000_000n)).toEqual({
      title: 'Bet 0.05 BNB on UP',
      detail: 'BNB market, round 1234. You can lose at most 0.05 BNB.',
      tone: 'up',
    })
  })

  test('the same call of another contract or chain is unknown', () => {
    expect(decodeCall({ to: OTHER, data: bet, value: 0n }, CONTEXT).kind).toBe('unknown')
    expect(decodeCall({ to: GAME, data: bet, value: 0n }, { ...CONTEXT, chainId: 97 }).kind).toBe(
      'unknown',
    )
  })

  test('a token call that also pays coins is unknown, so that the coins are shown', () => {
    const args = [OTHER, 1n] as const
    for (const functionName of ['approve', 'transfer'] as const) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName, args })
      expect(decodeCall({ to: OTHER, data, value: 1n }, CONTEXT).kind).toBe('unknown')
      expect(decodeCall({ to: OTHER, data, value: 0n }, CONTEXT).kind).not.toBe('unknown')
    }
  })

  test.each([
    ['own tokens are sent, whichever method moves them', ME, 'To the account below.'],
    ['tokens of others', OTHER, 'From another account that lets you spend its tokens.'],
  ] as const)('%s', (_title, from, detail) => {
    const args = [from, GAME, 5_000_000n] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args })
    expect(describeTransaction({ to: OTHER, data }, 0n)).toMatchObject({
      title: 'Send 5 USDT',
      detail,
    })
  })

  test('an increase of an allowance says that it is on top of the earlier one', () => {
    const abi = parseAbi(['function increaseAllowance(address spender, uint256 amount)'])
    const data = encodeFunctionData({ abi, args: [OTHER, 5_000_000n] })
    expect(describeTransaction({ to: OTHER, data }, 0n)).toMatchObject({
      title: 'Let an app spend 5 USDT more',
      detail: 'The spender below can take them at any time, on top of what it was allowed before.',
    })
  })

  test('an unlimited allowance is called that', () => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [OTHER, maxUint256],
    })
    expect(describeTransaction({ to: OTHER, data }, 0n).title).toBe(
      'Let an app spend all your USDT',
    )
  })
})

describe('isUnclear', () => {
  const USDT = { symbol: 'USDT', decimals: 6 }
  const callOf = (data: Hex) => decodeCall({ to: OTHER, data, value: 0n }, CONTEXT)

  test('a call of a token is clear, the same call of a collection of NFTs is not', () => {
    const args = [OTHER, 1n] as const
    const approval = callOf(encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }))
    expect(isUnclear(approval, USDT)).toBe(false)
    expect(isUnclear(approval, null)).toBe(true)
  })

  test('an unknown call is unclear, a transfer of coins is not', () => {
    expect(isUnclear(callOf('0x12345678'), null)).toBe(true)
    expect(isUnclear(callOf('0x'), null)).toBe(false)
  })
})

describe('readTransaction', () => {
  test('error: refuses other accounts and other chains', () => {
    expect(() => readTransaction({ from: OTHER }, GAME, 56)).toThrow(InvalidRequestError)
    expect(() => readTransaction({ chainId: '0x61' }, GAME, 56)).toThrow(InvalidRequestError)
    expect(() => readTransaction({ value: '-1' }, GAME, 56)).toThrow(InvalidRequestError)
    expect(() => readTransaction({ data: 'javascript:' }, GAME, 56)).toThrow(InvalidRequestError)
  })

  test('reads what apps leave out', () => {
    expect(readTransaction({ to: OTHER, value: '0x3e8' }, GAME, 56)).toMatchObject({
      to: OTHER,
      value: 1_000n,
      data: '0x',
      gas: undefined,
    })
  })

  test.each([[21_000], [21_000n], ['21000'], ['0x5208']])('reads %s as a number', (gas) => {
    expect(readTransaction({ to: OTHER, gas, value: gas }, GAME, 56)).toMatchObject({
      gas: 21_000n,
      value: 21_000n,
    })
  })

  test.each([[undefined], [null], ['0x'], [-1n]])('error: %s is no transaction', (value) => {
    const transaction = typeof value === 'bigint' ? { value } : value
    expect(() => readTransaction(transaction, GAME, 56)).toThrow(InvalidRequestError)
  })
})
