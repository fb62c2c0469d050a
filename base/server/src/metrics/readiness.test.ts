import { describe, expect, test } from 'vitest'
import { LastSeen, probeAll } from './readiness.ts'

describe('probeAll', () => {
  test('reports a component as down that fails its probe, throws, or takes too long', async () => {
    const states = await probeAll(
      {
        fine: () => true,
        later: () => Promise.resolve(true),
        no: () => false,
        broken: () => Promise.reject(new Error('no connection')),
        throws: () => {
          throw new Error('no client')
        },
        silent: () => new Promise(() => undefined),
      },
      20,
    )
    expect(states).toEqual({
      fine: 'up',
      later: 'up',
      no: 'down',
      broken: 'down',
      throws: 'down',
      silent: 'down',
    })
  })
})

describe('LastSeen', () => {
  test('is within a limit only after a mark, until it has passed', () => {
    const seen = new LastSeen()
    expect(seen.isWithin(1_000, 0)).toBe(false)
    seen.mark(500)
    expect(seen.isWithin(1_000, 1_499)).toBe(true)
    expect(seen.isWithin(1_000, 1_500)).toBe(false)
  })
})
