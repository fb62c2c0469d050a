import { expect } from 'vitest'
import type { Database } from '../db/database.ts'
import type { TestChain } from './test-chain.ts'

/** Waits until the index of transfers has reached the chain's current head. */
export async function untilIndexed(db: Database, { client }: TestChain): Promise<void> {
  const head = await client.getBlock()
  await expect
    .poll(
      async () => {
        const blocks = db.selectFrom('history_blocks').select('hash')
        const [newest] = await blocks.orderBy('number', 'desc').limit(1).execute()
        return newest && `0x${newest.hash.toString('hex')}`
      },
      { timeout: 30_000 },
    )
    .toBe(head.hash)
}
