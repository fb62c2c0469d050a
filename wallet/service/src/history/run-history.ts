import { findAncestor } from '@bullring/server/chain/find-ancestor'
import { followChain } from '@bullring/server/chain/follow-chain'
import { reportFailedStep } from '@bullring/server/chain/report-failed-step'
import type { StoredBlock } from '@bullring/server/db/block-table'
import type { Logger } from 'pino'
import { findBlock } from '../chain/find-block.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { HistoryMovedError } from './errors.ts'
import type { HistoryStore } from './history-store.ts'
import { type IndexedBlock, readBlock } from './read-block.ts'

export type HistoryDeps = {
  client: RpcClient
  store: HistoryStore
  /** Called when the index ends at a new block. */
  onBlock: (block: StoredBlock) => void
  log: Logger
}

/** Blocks per step. */
const BLOCKS_PER_STEP = 40

/**
 * Keeps the index of transfers at the head of a local chain until `signal` aborts, then returns. Failed steps
 * are logged and retried with backoff. Each step is one database transaction.
 */
export function runHistory(
  deps: HistoryDeps,
  { pollIntervalMs }: { pollIntervalMs: number },
  signal: AbortSignal,
): Promise<void> {
  const step = async () => ((await historyStep(deps)) ? 'at-once' : 'soon')
  const onFailure = reportFailedStep(deps.log, 'history sync failed')
  return followChain(step, { pollIntervalMs, onFailure }, signal)
}

/**
 * Moves the index towards the newest block.
 *
 * @returns Whether more blocks are waiting.
 */
async function historyStep(deps: HistoryDeps): Promise<boolean> {
  const { client, store, onBlock } = deps
  const [newest, head] = await Promise.all([newestNumber(client), indexedHead(deps)])
  const isSame = (await findBlock(client, head.number))?.hash === head.hash
  const ancestor = isSame ? head : await ancestorOf(deps)
  if (ancestor === null) {
    await restart(deps)
    return true
  }
  const last = Math.min(newest, ancestor.number + BLOCKS_PER_STEP)
  const blocks = await readBlocks(client, ancestor, last)
  if (blocks.length > 0 || ancestor.number < head.number) {
    await store.apply(head, ancestor.number, blocks)
  }
  onBlock(blocks.at(-1) ?? ancestor)
  return last < newest
}

async function indexedHead(deps: HistoryDeps): Promise<StoredBlock> {
  const { client, store } = deps
  const [identity, [head]] = await Promise.all([store.identity(), store.newestBlocks(1)])
  const isSameChain = identity?.chainId === client.chain.id
  if (isSameChain && head !== undefined) return head
  return restart(deps)
}

async function restart({ client, store, log }: HistoryDeps): Promise<StoredBlock> {
  const genesis = await readBlock(client, 0)
  log.info({ chainId: client.chain.id }, 'history reset')
  await store.restart(client.chain.id, genesis)
  return genesis
}

async function ancestorOf({ client, store, log }: HistoryDeps): Promise<StoredBlock | null> {
  const [identity, genesis] = await Promise.all([store.identity(), findBlock(client, 0)])
  if (identity?.genesisHash !== genesis?.hash) return null
  const stored = await store.newestBlocks()
  const ancestor = await findAncestor(stored, (number) => findBlock(client, number))
  const reorgDepth = ancestor && (stored[0]?.number ?? 0) - ancestor.number
  log.info({ block: ancestor?.number, reorgDepth }, 'history reorg detected')
  return ancestor
}

/** Reads blocks and checks that they form a chain from `ancestor` on. */
async function readBlocks(
  client: RpcClient,
  ancestor: StoredBlock,
  last: number,
): Promise<IndexedBlock[]> {
  const count = Math.max(last - ancestor.number, 0)
  const numbers = Array.from({ length: count }, (_, index) => ancestor.number + 1 + index)
  const blocks = await Promise.all(numbers.map((number) => readBlock(client, number)))
  let parentHash = ancestor.hash
  for (const block of blocks) {
    if (block.parentHash !== parentHash) throw new HistoryMovedError()
    parentHash = block.hash
  }
  return blocks
}

async function newestNumber(client: RpcClient): Promise<number> {
  return Number(await client.getBlockNumber({ cacheTime: 0 }))
}
