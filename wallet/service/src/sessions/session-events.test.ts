import { describe, expect, test } from 'vitest'
import type { RpcClient } from '../chain/rpc-client.ts'
import { LaggingNodeError } from './errors.ts'
import { readSessionEvents } from './session-events.ts'

/** A node with one revocation in block 7, at the given time. */
function nodeWith(timestamp: unknown): RpcClient {
  const log = {
    blockNumber: 7n,
    blockHash: '0x07',
    logIndex: 0,
    args: { account: '0xaa', id: '0xbb' },
  }
  return {
    getBlock: async () => ({ hash: '0x07', timestamp }),
    getLogs: async ({ event }: { event: { name: string } }) =>
      event.name === 'SessionRevoked' ? [log, log] : [],
  } as unknown as RpcClient
}

const RANGE = { from: 1, to: 7 }

describe('readSessionEvents', () => {
  test('reads an event once, with the time of its block', async () => {
    const { events } = await readSessionEvents(nodeWith(1_700_000_000n), RANGE)
    expect(events).toEqual([
      expect.objectContaining({ blockNumber: 7, limits: null, minedAt: 1_700_000_000 }),
    ])
  })

  test.each([[0n], [1_700_000_000_000n], [undefined]])(
    'error: a block with the time %s',
    async (timestamp) => {
      const reading = readSessionEvents(nodeWith(timestamp), RANGE)
      await expect(reading).rejects.toBeInstanceOf(LaggingNodeError)
    },
  )
})
