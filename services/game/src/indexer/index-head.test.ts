import { toUnixSeconds } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { IndexHead } from './index-head.ts'

const block = (number: number) => ({
  number,
  hash: `0x${number}`,
  timestamp: toUnixSeconds(1_000 + number),
})

describe('IndexHead', () => {
  test('is reached with the first block that is the head of the chain', async () => {
    const head = new IndexHead()
    head.move(block(1), { isHead: false, askedAtMs: 0 })
    expect(head.hasReached).toBe(false)
    expect(head.newestBlock?.number).toBe(1)
    head.move(block(2), { isHead: true, askedAtMs: 0 })
    await head.reached
    expect(head.hasReached).toBe(true)
  })

  test('counts a block’s time from when it was first seen, not last', () => {
    const head = new IndexHead()
    head.move(block(5), { isHead: true, askedAtMs: 10_000 })
    head.move(block(5), { isHead: true, askedAtMs: 12_000 })
    expect(head.now(13_000)).toBe(1_008)
  })

  test('is fresh while the chain answers, even without a new block', () => {
    const head = new IndexHead()
    expect(head.isFresh(0)).toBe(false)
    head.move(block(5), { isHead: true, askedAtMs: 10_000 })
    head.move(block(5), { isHead: true, askedAtMs: 60_000 })
    expect(head.isFresh(80_000)).toBe(true)
    expect(head.isFresh(90_000)).toBe(false)
  })

  test('knows nothing while the index begins anew', () => {
    const head = new IndexHead()
    head.move(block(5), { isHead: true, askedAtMs: 0 })
    head.reset()
    expect([head.hasReached, head.newestBlock, head.isFresh(0)]).toEqual([false, null, false])
  })
})
