import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { FakeChain } from '../../testing/chain/fake-chain.ts'
import { applyLog } from './apply-log.ts'
import type { ChainSource } from './chain-source.ts'
import { RangePace } from './range-pace.ts'
import { readAhead } from './read-ahead.ts'

const BLOCKS = 3_000

/** A node whose responses with logs wait for `release`. */
function slowNode() {
  const chain = new FakeChain()
  chain.mine(BLOCKS)
  const waiting: { from: number; signal: AbortSignal | undefined; release: () => void }[] = []
  const logsInRange: ChainSource['logsInRange'] = async (from, to, signal) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push({ from, signal, release: resolve })
    await promise
    signal?.throwIfAborted()
    return await chain.source.logsInRange(from, to)
  }
  return { source: { ...chain.source, logsInRange }, waiting }
}

function reading(chain: ChainSource, signal: AbortSignal, pace = new RangePace(4)) {
  const log = pino({ level: 'silent' })
  const deps = { chain, applyLog, pace, nowMs: () => 0, log }
  const range = { from: 1, to: BLOCKS }
  return readAhead(deps, range, { signal, isEnding: () => false })
}

const never = () => new AbortController().signal

describe('readAhead', () => {
  test('returns all ranges in order, in whatever order the node responds', async () => {
    const chain = new FakeChain()
    chain.mine(BLOCKS)
    const { source } = chain
    const delays = [0, 9, 6, 3]
    const logsInRange: ChainSource['logsInRange'] = async (from, to) => {
      for (let turn = delays[from % delays.length] ?? 0; turn > 0; turn -= 1) {
        await new Promise(setImmediate)
      }
      return await source.logsInRange(from, to)
    }
    let next = 1
    let bets = 0
    for await (const { before, last, rows } of reading({ ...source, logsInRange }, never())) {
      expect(before.number).toBe(next - 1)
      next = last.number + 1
      bets += rows.bets.length
    }
    expect([next, bets]).toEqual([BLOCKS + 1, chain.expectedRows().bets.length])
  })

  test('requests a limited number of ranges while one is processed', async () => {
    const { source, waiting } = slowNode()
    const pace = new RangePace(3)
    const ranges = reading(source, never(), pace)
    for (let read = 0; read < 4; read += 1) {
      const next = ranges.next()
      await expect.poll(() => waiting.length).toBeGreaterThan(read)
      waiting[read]?.release()
      await next
    }
    // Four were read, and no more than three are under way.
    await expect.poll(() => waiting.length).toBe(7)
    await new Promise(setImmediate)
    expect(waiting).toHaveLength(7)
    await ranges.return()
  })

  test('cancels its requests when it is ended early', async () => {
    const { source, waiting } = slowNode()
    const ranges = reading(source, never())
    const first = ranges.next()
    await expect.poll(() => waiting.length).toBe(1)
    waiting[0]?.release()
    await first
    await expect.poll(() => waiting.length).toBe(3)
    await ranges.return()
    expect(waiting.slice(1).map(({ signal }) => signal?.aborted)).toEqual([true, true])
  })

  test('error: rejects when the signal aborts while the node is slow', async () => {
    const { source, waiting } = slowNode()
    const ending = new AbortController()
    const pace = new RangePace(4)
    const first = reading(source, ending.signal, pace).next()
    await expect.poll(() => waiting.length).toBe(1)
    ending.abort()
    expect(waiting[0]?.signal?.aborted).toBe(true)
    waiting[0]?.release()
    await expect(first).rejects.toThrow()
    // The node is not to blame.
    expect(pace.size).toBe(100)
  })
})
