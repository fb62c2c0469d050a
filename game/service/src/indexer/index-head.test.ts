import { toUnixSeconds } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { IndexHead } from './index-head.ts'

const block = (number: number) => ({
  number,
  hash: `0x${number}`,
  timestamp: toUnixSeconds(1_000 + number),
})

describe('IndexHead', () => {
  test('is reached at the first block that is the head of the chain', async () => {
    const head = new IndexHead()
    head.move(block(1), { isHead: false, readAtMs: 0 })
    expect(head.hasReached).toBe(false)
    expect(head.newestBlock?.number).toBe(1)
    head.move(block(2), { isHead: true, readAtMs: 0 })
    await head.reached
    expect(head.hasReached).toBe(true)
  })

  test('advances chain time from when a block was first seen', () => {
    const head = new IndexHead()
    head.move(block(5), { isHead: true, readAtMs: 10_000 })
    head.move(block(5), { isHead: true, readAtMs: 12_000 })
    expect(head.now(13_000)).toBe(1_008)
  })

  test('is fresh while the chain responds, even without a new block', () => {
    const head = new IndexHead()
    expect(head.isFresh(0)).toBe(false)
    head.move(block(5), { isHead: true, readAtMs: 10_000 })
    head.move(block(5), { isHead: true, readAtMs: 60_000 })
    expect(head.isFresh(80_000)).toBe(true)
    expect(head.isFresh(90_000)).toBe(false)
  })

  test('forgets everything on reset', () => {
    const head = new IndexHead()
    head.move(block(5), { isHead: true, readAtMs: 0 })
    head.reset()
    expect([head.hasReached, head.newestBlock, head.isFresh(0)]).toEqual([false, null, false])
  })
})
