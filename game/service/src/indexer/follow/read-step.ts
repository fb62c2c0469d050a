import type { OracleRound } from '@bullring/prediction/oracle-round'
import { toAddress } from '@bullring/server/db/bytes'
import type { Address } from 'viem'
import type { OracleReader } from '../../chain/oracle-reader.ts'
import { firstIdOf, phaseOf } from '../../chain/oracle-reader.ts'
import { ChainMovedError } from '../errors.ts'
import type { IndexStep, StoredBlock } from '../index-model.ts'
import type { LogReader } from '../read/apply-log.ts'
import { noRows, rowsOf } from '../read/apply-log.ts'
import type { Block, ChainSource } from '../read/chain-source.ts'
import type { IndexStore } from '../write/index-store.ts'
import type { StepPlan } from './plan-step.ts'

/** The oracle after a block, as the index knows it. */
export type OraclePosition = {
  /** Address of the price feed; null for the market's only one. */
  feed: Address | null
  /** Id of the newest oracle round; null for none. */
  knownId: bigint | null
}

export type Reading = Pick<IndexStep, 'blocks' | 'rows' | 'oracleRounds'> & {
  oracle: OraclePosition
}

type ReadDeps = {
  chain: ChainSource
  store: Pick<IndexStore, 'newestOracleRound' | 'feedAt'>
  applyLog: LogReader
}

/** Reads what a step adds to the index. */
export async function readStep(
  deps: ReadDeps,
  plan: Exclude<StepPlan, { kind: 'range' }>,
  { ancestor, newest }: { ancestor: StoredBlock; newest: Block },
): Promise<Reading> {
  switch (plan.kind) {
    case 'at-head':
      return {
        blocks: [],
        rows: noRows(),
        ...(await newOracleRounds(deps, newest, oracleAt(deps, ancestor))),
      }
    case 'follow':
      return readBlocks(deps, ancestor, newest)
  }
}

/** Reads new blocks one by one, their logs by block hash, and checks that they form a chain. */
async function readBlocks(deps: ReadDeps, ancestor: StoredBlock, newest: Block): Promise<Reading> {
  const { chain } = deps
  const numbers = Array.from(
    { length: newest.number - ancestor.number - 1 },
    (_, index) => ancestor.number + 1 + index,
  )
  const older = await Promise.all(numbers.map((number) => chain.blockAt(number)))
  const blocks: Block[] = []
  let parentHash = ancestor.hash
  for (const block of [...older, newest]) {
    if (block?.parentHash !== parentHash) throw new ChainMovedError()
    blocks.push(block)
    parentHash = block.hash
  }
  return readNewBlocks(deps, blocks, oracleAt(deps, ancestor))
}

/**
 * Reads the logs of blocks by their hashes, and the oracle in the last of them.
 *
 * @param before - The oracle after the block before them.
 */
export async function readNewBlocks(
  deps: ReadDeps,
  blocks: readonly Block[],
  before: OraclePosition | Promise<OraclePosition>,
): Promise<Reading> {
  const newest = blocks.at(-1)
  if (newest === undefined) throw new ChainMovedError()
  const [logs, newRounds] = await Promise.all([
    Promise.all(blocks.map(deps.chain.logsOfBlock)),
    newOracleRounds(deps, newest, before),
  ])
  const rows = rowsOf(logs.flat(), deps.applyLog)
  const change = rows.oracleChanges.at(-1)
  if (change === undefined) return { blocks, rows, ...newRounds }
  const position = { feed: toAddress(change.oracle), knownId: null }
  return { blocks, rows, ...(await newOracleRounds(deps, newest, position)) }
}

/** Reads what the index knows of the oracle after `block`. */
export async function oracleAt({ store }: ReadDeps, block: StoredBlock): Promise<OraclePosition> {
  const [knownId, feed] = await Promise.all([
    store.newestOracleRound(block.number),
    store.feedAt(block.number),
  ])
  return { feed, knownId }
}

async function newOracleRounds(
  { chain }: ReadDeps,
  newest: Block,
  before: OraclePosition | Promise<OraclePosition>,
): Promise<Pick<Reading, 'oracleRounds' | 'oracle'>> {
  const { feed, knownId } = await before
  const oracleRounds = await readOracleRounds(chain.oracleAt(newest, feed), knownId)
  return { oracleRounds, oracle: { feed, knownId: oracleRounds.at(-1)?.id ?? knownId } }
}

/** The API returns at most this many prices, so older ones are never read. */
const MAX_ROUNDS = 500n

/**
 * Reads the oracle's rounds after `knownId`: at most the newest 500, and only of the current phase.
 *
 * @param knownId - Newest round in the index, null for none.
 */
export async function readOracleRounds(
  oracle: OracleReader,
  knownId: bigint | null,
): Promise<OracleRound[]> {
  const latestId = await oracle.latestId()
  if (latestId === knownId) return []
  const firstOfPhase = firstIdOf(phaseOf(latestId))
  const afterKnown = (knownId ?? 0n) + 1n
  const afterLimit = latestId - MAX_ROUNDS + 1n
  const first = [firstOfPhase, afterKnown, afterLimit].reduce((a, b) => (a > b ? a : b))
  const ids: bigint[] = []
  for (let id = first; id <= latestId; id += 1n) ids.push(id)
  const rounds = await Promise.all(ids.map((id) => oracle.roundById(id)))
  return rounds.flatMap((round) => (round !== null && round.price > 0n ? [round] : []))
}
