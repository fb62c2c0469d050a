import { expect, test } from 'vitest'
import { callCost } from './call-cost.ts'

const cost = (method: string, params: readonly unknown[] = []) =>
  callCost({ jsonrpc: '2.0', id: 1, method, params })

test('counts expensive calls several times, and each simulated call as one of them', () => {
  const simulation = (count: number) => [{ blockStateCalls: [{ calls: Array(count).fill({}) }] }]
  expect(cost('eth_blockNumber')).toBe(1)
  expect(cost('eth_getLogs')).toBe(20)
  expect(cost('eth_simulateV1', simulation(1))).toBe(20)
  expect(cost('eth_simulateV1', simulation(3))).toBe(60)
})

test('counts what is refused once', () => {
  for (const call of [null, 'eth_getLogs', {}, { method: 'eth_getLogs' }]) {
    expect(callCost(call)).toBe(1)
  }
})
