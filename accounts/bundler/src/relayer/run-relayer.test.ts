import { createAlarm } from '@bullring/server/alarm'
import { openDryDatabase } from '@bullring/server/db/dry-database'
import { expect, test } from 'vitest'
import type { BundlerTables } from '../db/schema.ts'
import { RELAYER } from '../testing/start-test-bundler.ts'
import type { RelayerDeps } from './relayer.ts'
import { runRelayer } from './run-relayer.ts'

test('reads the journal without operations once, and again at once when one is accepted', async () => {
  let queries = 0
  const db = openDryDatabase<BundlerTables>(() => {
    queries += 1
  })
  const chain = { getTransactionCount: () => Promise.resolve(0) }
  const deps = { db, chain, account: { address: RELAYER } } as unknown as RelayerDeps
  const alarm = createAlarm()
  const stopping = new AbortController()
  const failures: unknown[] = []
  const onFailure = (error: unknown) => void failures.push(error)
  const running = runRelayer(deps, { pollIntervalMs: 1, alarm, onFailure }, stopping.signal)
  await new Promise((done) => setTimeout(done, 200))
  // The first step also reads what a reorg may have undone.
  expect(queries).toBe(3)
  alarm.ring()
  await expect.poll(() => queries, { timeout: 1_000 }).toBe(5)
  stopping.abort()
  await running
  expect(failures).toEqual([])
})
