import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { type Abi, getAbiItem, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { betCall, claimCall, playerAbi } from './market-calls.ts'

const MARKET = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

test.each(playerAbi)('playerAbi has $name of the contract', (method) => {
  const { outputs, stateMutability } = getAbiItem<Abi, string>({
    abi: predictionAbi,
    name: method.name,
  }) as typeof method
  expect(method).toMatchObject({ outputs, stateMutability })
  const known = getAbiItem({ abi: predictionAbi, name: method.name })
  expect(toFunctionSelector(method)).toBe(toFunctionSelector(known))
})

describe('betCall', () => {
  test('bets the stake on a side of a round', () => {
    const bet = { epoch: 7n, amount: 5n } as const
    const [up, down] = [
      { ...bet, position: 'bull' } as const,
      { ...bet, position: 'bear' } as const,
    ]
    const epoch = 7n.toString(16).padStart(64, '0')
    const selectorOf = (name: 'betBull' | 'betBear') =>
      toFunctionSelector(getAbiItem({ abi: predictionAbi, name }))
    expect(betCall(MARKET, up)).toEqual({
      to: MARKET,
      value: 5n,
      data: `${selectorOf('betBull')}${epoch}`,
    })
    expect(betCall(MARKET, down).data).toBe(`${selectorOf('betBear')}${epoch}`)
  })
})

describe('claimCall', () => {
  test('collects rounds, and stakes nothing', () => {
    expect(claimCall(MARKET, [1n, 2n])).toMatchObject({ to: MARKET, value: 0n })
  })
})
