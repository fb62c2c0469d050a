import { expect, test } from 'vitest'
import { simulationIssue } from './simulation-size.ts'

const call = { to: `0x${'1'.repeat(40)}` }

test('one call in one block is forwarded', () => {
  const simulation = { blockStateCalls: [{ calls: [call] }], traceTransfers: true }
  expect(simulationIssue([simulation, 'latest'])).toBeNull()
})

test.each([
  [{ blockStateCalls: [{ calls: [call, call] }] }],
  [{ blockStateCalls: [{ calls: [call] }, { calls: [call] }] }],
  [{ blockStateCalls: [{ calls: [call], stateOverrides: {} }] }],
  [{ blockStateCalls: [{ calls: [call], blockOverrides: { number: '0xffffff' } }] }],
  [{ blockStateCalls: [] }],
  [null],
])('error: refuses %j', (simulation) => {
  expect(simulationIssue([simulation])).toContain('one block with one call')
})
