import { beforeEach, describe, expect, test } from 'vitest'
import { prepareRankings } from './prepare-rankings.ts'
import { RequestedSpans, type SpanRequest } from './requested-spans.ts'

let version: string | null
let prepared: string[]
let failures: unknown[]

beforeEach(() => {
  version = null
  prepared = []
  failures = []
})

const nameOf = ({ symbol, window, days }: SpanRequest) => `${symbol} ${days ?? window}`

describe('prepareRankings', () => {
  test('prepares each request after each change, one at a time, until it ends', async () => {
    const stopping = new AbortController()
    const requests: SpanRequest[] = [
      { symbol: 'ALL', window: 'day' },
      { symbol: 'BNB', window: 'day', days: 7 },
    ]
    let running = 0
    const prepare = async (request: SpanRequest) => {
      running += 1
      expect(running).toBe(1)
      await Promise.resolve()
      running -= 1
      prepared.push(nameOf(request))
      if (prepared.length === 1) throw new Error('no database')
      if (prepared.length === 5) stopping.abort()
    }
    const onFailure = (error: unknown) => failures.push(error)
    const deps = {
      ...{ requests: () => requests, others: [], prepare },
      ...{ version: () => version, onFailure },
    }
    const ended = prepareRankings(deps, stopping.signal)
    expect(prepared).toEqual([])
    version = 'round 7'
    await expect.poll(() => prepared).toEqual(['ALL day', 'BNB 7'])
    expect(failures).toHaveLength(1)
    version = 'round 8'
    await expect.poll(() => prepared.length).toBe(4)
    version = 'round 9'
    await ended
    expect(prepared).toEqual(['ALL day', 'BNB 7', 'ALL day', 'BNB 7', 'ALL day'])
  })

  test('leaves out what newer requests have replaced meanwhile', async () => {
    const stopping = new AbortController()
    const ofDays = (days: number): SpanRequest => ({ symbol: 'BNB', window: 'day', days })
    let requests = [ofDays(1), ofDays(2), ofDays(3)]
    const prepare = (request: SpanRequest) => {
      prepared.push(nameOf(request))
      if (prepared.length === 1) requests = [...requests.slice(2), ofDays(4)]
      if (prepared.length === 2) stopping.abort()
      return Promise.resolve()
    }
    const onFailure = (error: unknown) => failures.push(error)
    const deps = {
      ...{ requests: () => requests, others: [], prepare },
      ...{ version: () => 'round 7', onFailure },
    }
    await prepareRankings(deps, stopping.signal)
    expect(prepared).toEqual(['BNB 1', 'BNB 3'])
    expect(failures).toEqual([])
  })

  test('prepares others once, after requests, as soon as no settlement comes for a while', async () => {
    const stopping = new AbortController()
    const asked: SpanRequest = { symbol: 'BNB', window: 'day', days: 7 }
    const other: SpanRequest = { symbol: 'ALL', window: 'day' }
    version = 'round 1'
    const prepare = (request: SpanRequest) => {
      prepared.push(nameOf(request))
      if (prepared.length < 4) version = `round ${prepared.length + 1}`
      return Promise.resolve()
    }
    const ended = prepareRankings(
      {
        ...{ requests: () => [asked], others: [other], prepare },
        ...{ version: () => version, onFailure: (error) => failures.push(error) },
      },
      stopping.signal,
    )
    const settled = ['BNB 7', 'BNB 7', 'BNB 7', 'BNB 7']
    await expect.poll(() => prepared).toEqual([...settled, 'ALL day'])
    version = 'round 9'
    await expect.poll(() => prepared).toEqual([...settled, 'ALL day', 'BNB 7', 'ALL day'])
    stopping.abort()
    await ended
    expect(failures).toEqual([])
  })
})

describe('RequestedSpans', () => {
  test('remembers each request for a quarter of an hour, the newest first', () => {
    let nowMs = 0
    const requested = new RequestedSpans(() => nowMs)
    const recent = () => requested.recent().map(nameOf)
    requested.record({ symbol: 'ALL', window: 'day' })
    requested.record({ symbol: 'BNB', window: 'day', days: 7 })
    nowMs = 14 * 60_000
    requested.record({ symbol: 'ALL', window: 'day' })
    expect(recent()).toEqual(['ALL day', 'BNB 7'])
    nowMs = 16 * 60_000
    expect(recent()).toEqual(['ALL day'])
  })

  test('remembers a bounded number of requests', () => {
    const requested = new RequestedSpans(() => 0)
    for (let days = 1; days <= 30; days += 1)
      requested.record({ symbol: 'BNB', window: 'day', days })
    expect(requested.recent().map(({ days }) => days)).toEqual(
      Array.from({ length: 8 }, (_, index) => 30 - index),
    )
  })
})
