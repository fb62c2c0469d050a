import { toUnixSeconds } from '@bullring/prediction/units'
import { expect, test } from 'vitest'
import type { Block } from './chain-source.ts'
import { findBlockBefore } from './find-block-before.ts'

/** Three blocks a second from second 100 on. */
const blockAt = (number: number) =>
  Promise.resolve({ number, timestamp: 100 + Math.floor(number / 3) } as Block)

test.each([
  [105, 0, 14],
  [100, 0, 0],
  [104, 12, 12],
  [105, 12, 14],
])(
  'the newest block before second %i, not older than block %i, is %i',
  async (time, oldest, found) => {
    const block = await findBlockBefore(blockAt, toUnixSeconds(time), { oldest, newest: 60 })
    expect(block.number).toBe(found)
  },
)
