import { describe, expect, test } from 'vitest'
import { createReadRouting } from './read-routing.ts'

/** Routing of a market at position 10 of 12, with the number of its queries. */
function createRouting() {
  let reads = 0
  const market = {
    config: { symbol: 'BNB' },
    reads: {
      position: () => 10,
      newestPosition: () => {
        reads += 1
        return Promise.resolve(12)
      },
    },
    live: { position: () => 10 },
  }
  return { route: createReadRouting(() => [market]), market, reads: () => reads }
}

describe('createReadRouting', () => {
  test('reads as usual what this process has, without a query', () => {
    const { route, reads } = createRouting()
    expect(route('BNB=10', () => true)).toBe('usual')
    expect(route(undefined, () => true)).toBe('usual')
    expect(reads()).toBe(0)
  })

  test('waits for positions that the database has, and ignores others', async () => {
    const { route, market } = createRouting()
    const waiting = route('BNB=12', () => true)
    market.reads.position = () => 12
    market.live.position = () => 12
    expect(await waiting).toBe('usual')
    expect(await route('BNB=13', () => true)).toBe('usual')
  })

  test('makes no query for a caller who has used up the limit', () => {
    const { route, reads } = createRouting()
    expect(route('BNB=999999999', () => false)).toBe('newest')
    expect(reads()).toBe(0)
  })
})
