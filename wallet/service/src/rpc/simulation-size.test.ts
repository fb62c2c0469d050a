import { MAX_SIMULATED_CALLS } from '@bullring/wallet-api/blockchain-api/json-rpc'
import { expect, test } from 'vitest'
import { simulationIssue } from './simulation-size.ts'

const call = { to: `0x${'1'.repeat(40)}` }
const calls = (length: number) => Array.from({ length }, () => call)

test.each([1, 2, MAX_SIMULATED_CALLS])('%i calls in one block are forwarded', (count) => {
  const simulation = { blockStateCalls: [{ calls: calls(count) }], traceTransfers: true }
  expect(simulationIssue([simulation, 'latest'])).toBeNull()
})

test.each([
  [{ blockStateCalls: [{ calls: calls(MAX_SIMULATED_CALLS + 1) }] }],
  [{ blockStateCalls: [{ calls: [] }] }],
  [{ blockStateCalls: [{ calls: [call] }, { calls: [call] }] }],
  [{ blockStateCalls: [{ calls: [call], stateOverrides: {} }] }],
  [{ blockStateCalls: [{ calls: [call], blockOverrides: { number: '0xffffff' } }] }],
  [{ blockStateCalls: [] }],
  [null],
])('error: refuses %j', (simulation) => {
  expect(simulationIssue([simulation])).toContain('one block with 1 to 40 calls')
})
