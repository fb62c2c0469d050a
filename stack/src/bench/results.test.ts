import { describe, expect, test } from 'vitest'
import { endOf, isBad, type Result, resultOf, tableOf } from './results.ts'

const missed: Result = {
  bench: 'service',
  what: 'rounds: p99',
  unit: 'ms',
  target: 60,
  bound: 'at most',
  reached: 120.4,
  worst: 240,
  isMet: false,
}

describe('resultOf', () => {
  test('names the benchmark of a figure', () => {
    const { bench, ...message } = missed
    expect(resultOf(bench, message)).toEqual(missed)
    expect(resultOf('web', { what: 'a peer', reason: 'absent' })?.bench).toBe('web')
  })

  test('ignores other messages', () => {
    expect(resultOf('web', { url: 'http://127.0.0.1' })).toBeNull()
  })
})

describe('endOf', () => {
  test('adds nothing to a missed target', () => {
    expect(endOf('service', 1, [missed])).toEqual([])
  })

  test('error: a process that fails without a missed target is in the table', () => {
    const met = { ...missed, isMet: true }
    expect(endOf('service', 1, [met])).toMatchObject([
      { verdict: 'FAILED', reason: 'ended with 1' },
    ])
    expect(endOf('service', null, [])).toMatchObject([{ reason: 'ended with a signal' }])
  })

  test('says of a benchmark without figures that it has none', () => {
    expect(endOf('costs', 0, [])).toMatchObject([{ bench: 'costs', verdict: 'no figures' }])
  })
})

test('isBad is true of missed targets and failures, not of what is not run', () => {
  const peer = { bench: 'service', what: 'a peer', reason: 'absent' }
  const results = [
    missed,
    { ...missed, isMet: true },
    peer,
    ...endOf('a', 1, []),
    ...endOf('b', 0, []),
  ]
  expect(results.map(isBad)).toEqual([true, false, false, true, false])
})

test('tableOf aligns verdict, median, worst and target of all benchmarks', () => {
  const peer = { bench: 'service', what: 'a peer', reason: 'absent' }
  expect(tableOf([missed, peer])).toEqual([
    '         benchmark  what         median  worst  target    unit',
    'MISSED   service    rounds: p99  120     240    <= 60.00  ms',
    'not run  service    a peer       absent',
  ])
})
