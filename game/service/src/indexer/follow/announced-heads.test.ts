import { toUnixSeconds } from '@bullring/prediction/units'
import { numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Block } from '../read/chain-source.ts'
import type { AnnouncementLoss } from './announced-heads.ts'
import { AnnouncedHeads } from './announced-heads.ts'

const STOPPED = AbortSignal.abort()

function blockAt(number: number, branch = 0): Block {
  return {
    number,
    hash: numberToHex(number * 100 + branch, { size: 32 }),
    parentHash: numberToHex((number - 1) * 100, { size: 32 }),
    timestamp: toUnixSeconds(number),
    mayHaveLogs: false,
  }
}

function follow() {
  let nowMs = 1_000_000
  const losses: AnnouncementLoss[] = []
  let starts = 0
  const announced = new AnnouncedHeads({
    pollIntervalMs: 3_600_000,
    nowMs: () => nowMs,
    onLive: () => {
      starts += 1
    },
    onLoss: (loss) => losses.push(loss),
  })
  return {
    announced,
    losses,
    starts: () => starts,
    passTime: (ms: number) => {
      nowMs += ms
    },
    /** A step that a poll made. */
    poll: (number: number) => announced.compare(blockAt(number), { wasAnnounced: false }),
    /** A step after which the index ends at `number`, woken by an announcement. */
    wake: (number: number) => announced.compare(blockAt(number), { wasAnnounced: true }),
  }
}

describe('AnnouncedHeads', () => {
  test('wakes the loop with the newest announced block, once', async () => {
    const { announced, poll } = follow()
    poll(1)
    const waiting = announced.wait(new AbortController().signal)
    announced.announce(blockAt(2))
    await waiting
    announced.announce(blockAt(3))
    expect(announced.take()).toEqual(blockAt(3))
    expect(announced.take()).toBeNull()
  })

  test('does not wait when a block was announced during the step', async () => {
    const { announced } = follow()
    announced.announce(blockAt(2))
    await announced.wait(new AbortController().signal)
    await announced.wait(STOPPED)
  })

  test('does not wake for the block where the index ends', () => {
    const { announced, poll } = follow()
    poll(2)
    announced.announce(blockAt(2))
    expect(announced.take()).toBeNull()
  })

  test('is lost when the subscription ends, and live with the next announcement', () => {
    const { announced, losses, starts } = follow()
    announced.close()
    announced.close()
    expect(losses).toEqual(['closed'])
    announced.announce(blockAt(1))
    expect([announced.isLive, starts()]).toEqual([true, 1])
    announced.close()
    expect([announced.isLive, losses.length]).toEqual([false, 2])
  })

  test('is silent when a poll finds a block that is not announced until the next poll', () => {
    const { announced, losses, poll, passTime } = follow()
    announced.announce(blockAt(1))
    poll(1)
    poll(2)
    expect(losses).toEqual([])
    poll(2)
    expect(losses).toEqual(['silent'])
    announced.announce(blockAt(3))
    expect([announced.isLive, announced.take()]).toEqual([false, null])
    passTime(30_000)
    announced.announce(blockAt(4))
    expect(announced.isLive).toBe(true)
  })

  test('is not silent when the announcement comes a moment after a poll', () => {
    const { announced, losses, poll } = follow()
    announced.announce(blockAt(1))
    for (let number = 2; number < 10; number += 1) {
      poll(number)
      announced.announce(blockAt(number))
    }
    expect(losses).toEqual([])
  })

  test('is untrue after five announcements in a row that moved nothing', () => {
    const { announced, losses, wake, poll } = follow()
    poll(1)
    announced.announce(blockAt(9, 1))
    for (let time = 0; time < 4; time += 1) wake(1)
    expect(losses).toEqual([])
    announced.announce(blockAt(2))
    wake(2)
    announced.announce(blockAt(9, 2))
    for (let time = 0; time < 5; time += 1) wake(2)
    expect(losses).toEqual(['untrue'])
  })

  test('stays live when other nodes have announced blocks a little later', () => {
    const { announced, losses, wake, poll } = follow()
    for (let number = 2; number < 50; number += 1) {
      announced.announce(blockAt(number))
      wake(number - 1)
      poll(number)
    }
    expect(losses).toEqual([])
  })
})
