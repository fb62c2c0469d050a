import { describe, expect, test } from 'vitest'
import { rankUpstreams, type Sample } from './rank-upstreams.ts'

const up = (latencyMs: number): Sample => ({ isUp: true, latencyMs })
const down: Sample = { isUp: false, latencyMs: 1_000 }

describe('rankUpstreams', () => {
  test('keeps the configured order without samples', () => {
    expect(rankUpstreams([[], [], []])).toEqual([0, 1, 2])
  })

  test('ranks the faster of two reliable nodes first', () => {
    expect(rankUpstreams([[up(300)], [up(20)]])).toEqual([1, 0])
  })

  test('prefers a slow reliable node to a fast one that fails half the time', () => {
    const fast = [up(1), { isUp: false, latencyMs: 1 }]
    expect(rankUpstreams([fast, [up(900), up(1_000)]])).toEqual([1, 0])
  })

  test('ranks a node that always fails last, however fast it fails', () => {
    expect(rankUpstreams([[{ isUp: false, latencyMs: 1 }], [down, down, down, up(1_000)]])).toEqual(
      [1, 0],
    )
  })

  test('weighs stability 0.7 against latency 0.3', () => {
    // 0.7 * 0.6 + 0.3 * 0.9 = 0.69 against 0.7 * 1 + 0.3 * 0 = 0.7; then 0.7 * 0.6 + 0.3 = 0.72.
    const flaky = (latencyMs: number) =>
      [1, 1, 1, 0, 0].map((isUp) => ({ isUp: isUp === 1, latencyMs }))
    const steady = Array.from({ length: 5 }, () => up(100))
    expect(rankUpstreams([flaky(10), steady])).toEqual([1, 0])
    expect(rankUpstreams([flaky(0), steady])).toEqual([0, 1])
  })
})
