import { databaseOf, openPool } from '@bullring/server/db/open-database'
import { pino } from 'pino'
import * as z from 'zod'
import { createChainClient } from '../../src/chain/chain-client.ts'
import { migrate } from '../../src/db/migrate.ts'
import type { GameTables } from '../../src/db/schema.ts'
import { applyLog } from '../../src/indexer/read/apply-log.ts'
import { createChainSource, withLenientOracle } from '../../src/indexer/read/chain-source.ts'
import { newSyncMemory, syncStep } from '../../src/indexer/sync.ts'
import { createIndexStore } from '../../src/indexer/write/index-store.ts'
import { rebuildIndex } from '../../src/indexer/write/open-index.ts'
import { PREDICTION } from './history-chain.ts'

/**
 * Indexes a node's history into an empty database in a child process, whose CPU time is then that of the index alone.
 *
 * Arguments: URL of the node, URL of the database. Sends the time and CPU time to the parent.
 */
const [rpcUrl, databaseUrl] = z.tuple([z.url(), z.string()]).parse(process.argv.slice(2))

const client = createChainClient(
  { id: 1, name: 'bench', coin: 'BNB', rpcUrls: [rpcUrl], timeoutMs: 10_000 },
  pino({ level: 'silent' }),
)
const chain = withLenientOracle(createChainSource(client, { prediction: PREDICTION, oracle: null }))
const pool = openPool({ url: databaseUrl, applicationName: 'bench', onIdleError: () => undefined })
const db = databaseOf<GameTables>(pool)
await migrate(databaseUrl)
const store = createIndexStore(db, { pool })
const identity = {
  ...({ kind: 'bullring', chainId: 1, prediction: PREDICTION } as const),
  startBlock: 0,
  maxPayoutMultiple: 0,
}
const rebuild = () => rebuildIndex({ chain, store }, identity)
const deps = {
  chain,
  store,
  applyLog,
  rebuild,
  windowStarts: () => Promise.resolve({}),
  onBlock: () => undefined,
  onReorg: () => undefined,
  onNodeLag: () => undefined,
  nowMs: Date.now,
  log: pino({ level: 'silent' }),
}
await rebuild()
const memory = newSyncMemory()
const startMs = performance.now()
while (await syncStep(deps, memory, new AbortController().signal));
const { user, system } = process.cpuUsage()
process.send?.({
  // Both from the start of the process, which loads its code and creates the tables.
  seconds: performance.now() / 1_000,
  startSeconds: startMs / 1_000,
  cpuMs: (user + system) / 1_000,
  peakMib: process.resourceUsage().maxRSS / 1_024,
})
await db.destroy()
process.disconnect?.()
