import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import { followChain } from '@bullring/server/chain/follow-chain'
import { errorSummary } from '@bullring/server/error-summary'
import type { Logger } from 'pino'
import type { Hash } from 'viem'
import { BULL } from '../db/schema.ts'
import { INITIAL_RANGE } from './follow/plan-step.ts'
import type { StoredBlock } from './index-model.ts'
import type { LogReader } from './read/apply-log.ts'
import { noRows } from './read/apply-log.ts'
import type { ChainSource } from './read/chain-source.ts'
import { findBlockBefore } from './read/find-block-before.ts'
import type { IndexStore } from './write/index-store.ts'

/** The contract's own sums of a round. */
type RoundTotals = { start: UnixSeconds; bullAmount: bigint; bearAmount: bigint }

export type AuditDeps = {
  chain: Pick<ChainSource, 'blockAt' | 'logsInRange'>
  store: Pick<
    IndexStore,
    'auditedBefore' | 'identity' | 'newestBlocks' | 'poolOf' | 'rewind' | 'storeAuditedBefore'
  >
  /** False while the index is behind: the node may not have the state of old blocks. */
  isAtHead: () => boolean
  currentEpoch: (now: UnixSeconds) => Promise<Epoch>
  /** Reads from the state after block `at`. */
  readTotals: (epoch: Epoch, at: Hash) => Promise<RoundTotals>
  applyLog: LogReader
  /** Reads a part of the history again; false when it was not as in the index. */
  reread: (signal: AbortSignal) => Promise<boolean>
  /** Called after each audit with whether the audited rounds match. */
  onResult: (isRight: boolean) => void
  log: Logger
}

export type AuditStepDeps = Omit<AuditDeps, 'isAtHead' | 'reread'>

/** State carried from one audit to the next. */
export type AuditMemory = {
  nextEpoch: number | null
  /** The next round in the store; null while it is unknown. */
  storedEpoch: number | null
  isRight: boolean
}

/** Rounds audited again at the start, and after a reorg. */
const ROUNDS_AUDITED_AGAIN = 20
/** An audit that fails or finds a mismatch is retried after at most this many intervals. */
const MAX_BACKOFF = 32

/** Schedules the newest rounds for another audit, after a reorg. */
export function auditAgain(memory: AuditMemory): void {
  if (memory.nextEpoch !== null)
    memory.nextEpoch = Math.max(memory.nextEpoch - ROUNDS_AUDITED_AGAIN, 1)
}

/**
 * Compares each locked round with the contract until `signal` aborts, and reads the history again. Missing logs look like no
 * logs: the contract's sums reveal bets, another reading the others.
 */
export function runAudit(
  deps: AuditDeps,
  memory: AuditMemory,
  { intervalMs }: { intervalMs: number },
  signal: AbortSignal,
): Promise<void> {
  const step = async () => {
    if (!deps.isAtHead()) return memory.isRight ? 'soon' : 'later'
    await auditStep(deps, memory)
    const isSame = await deps.reread(signal)
    return memory.isRight && isSame ? 'soon' : 'later'
  }
  const options = {
    pollIntervalMs: intervalMs,
    maxPauseMs: intervalMs * MAX_BACKOFF,
    onFailure: (error: unknown, attempt: number) =>
      deps.log.debug({ error: errorSummary(error), attempt }, 'index audit failed'),
  }
  return followChain(step, options, signal)
}

/**
 * Compares the rounds locked since the last audit, also that of an earlier leader, and repairs the first that does not
 * match.
 */
export async function auditStep(deps: AuditStepDeps, memory: AuditMemory): Promise<void> {
  const [head] = await deps.store.newestBlocks(1)
  if (head === undefined) return
  const last = Number(await deps.currentEpoch(head.timestamp)) - 1
  memory.nextEpoch ??= firstToAudit(await deps.store.auditedBefore(), last)
  memory.nextEpoch = await compareRounds(deps, memory, { head, first: memory.nextEpoch, last })
  if (memory.nextEpoch === memory.storedEpoch) return
  await deps.store.storeAuditedBefore(memory.nextEpoch)
  memory.storedEpoch = memory.nextEpoch
}

/** @param auditedBefore - Null for an index that was never compared: its history is trusted. */
function firstToAudit(auditedBefore: number | null, last: number): number {
  return Math.max((auditedBefore ?? last + 1) - ROUNDS_AUDITED_AGAIN, 1)
}

/** Returns the first round that is left to compare. */
async function compareRounds(
  deps: AuditStepDeps,
  memory: AuditMemory,
  { head, first, last }: { head: StoredBlock; first: number; last: number },
): Promise<number> {
  const end = Math.min(last + 1, first + ROUNDS_AUDITED_AGAIN)
  for (let epoch = first; epoch < end; epoch += 1) {
    const [totals, pool] = await Promise.all([
      deps.readTotals(toEpoch(epoch), head.hash),
      deps.store.poolOf(toEpoch(epoch)),
    ])
    const isRight = totals.bullAmount === pool.bullAmount && totals.bearAmount === pool.bearAmount
    if (!isRight) {
      if (memory.isRight) deps.log.error({ epoch, block: head.number }, 'index mismatch found')
      record(deps, memory, false)
      await repair(deps, { head, epoch, totals })
      return epoch
    }
  }
  record(deps, memory, true)
  return Math.max(first, end)
}

function record(deps: AuditStepDeps, memory: AuditMemory, isRight: boolean): void {
  if (isRight && !memory.isRight) deps.log.info('index mismatch resolved')
  memory.isRight = isRight
  deps.onResult(isRight)
}

/**
 * Rewinds the index to before the round, so that it is read again. Waits until the node returns all of
 * the round's bets: until then, an incomplete index is better than none.
 */
async function repair(
  { chain, store, applyLog }: AuditStepDeps,
  wrong: { head: StoredBlock; epoch: number; totals: RoundTotals },
): Promise<void> {
  const { head, epoch, totals } = wrong
  const identity = await store.identity()
  // Not before the start: the first terms of a V2 contract are stored there.
  const oldest = Math.max((identity?.startBlock ?? 0) - 1, 0)
  const base = await findBlockBefore(chain.blockAt, totals.start, { oldest, newest: head.number })
  const rows = noRows()
  for (let from = base.number + 1; from <= head.number; from += INITIAL_RANGE) {
    const to = Math.min(from + INITIAL_RANGE - 1, head.number)
    for (const log of await chain.logsInRange(from, to)) applyLog(rows, log)
  }
  const sumOf = (isBull: boolean) =>
    rows.bets
      .filter((bet) => bet.epoch === epoch && (bet.position === BULL) === isBull)
      .reduce((sum, bet) => sum + bet.amount, 0n)
  const isComplete = sumOf(true) === totals.bullAmount && sumOf(false) === totals.bearAmount
  if (!isComplete) return
  // The index has grown meanwhile, on a fast chain by several blocks.
  const [newest] = await store.newestBlocks(1)
  if (newest !== undefined) await store.rewind(newest, base)
}
