import { describe, expect, test } from 'vitest'
import { expectedClients, spreadResets } from './spread-resets.ts'

const RESET = { event: 'reset', data: { spread_ms: 0 } } as const

describe('spreadResets', () => {
  test('gives each client its share of the time, up to a limit', () => {
    expect(spreadResets([RESET], 1_000)).toEqual([{ event: 'reset', data: { spread_ms: 5_000 } }])
    expect(spreadResets([RESET], 33.3)).toEqual([{ event: 'reset', data: { spread_ms: 167 } }])
    expect(spreadResets([RESET], 1e6)).toEqual([{ event: 'reset', data: { spread_ms: 30_000 } }])
  })
})

describe('expectedClients', () => {
  test('counts those that have not come back yet after a start', () => {
    expect(expectedClients(250, 100)).toBe(5_000)
    expect(expectedClients(2_500, 1_000)).toBe(5_000)
  })

  test('counts the connected clients once all have had the time to come', () => {
    expect(expectedClients(5_000, 2_000)).toBe(5_000)
    expect(expectedClients(3, 3_600_000)).toBe(3)
  })

  test('does not take the first client for thousands', () => {
    expect(expectedClients(1, 0)).toBe(20)
  })
})
