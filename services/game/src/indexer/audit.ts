import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import { errorSummary } from '@bullring/server/chain/error-summary'
import { followChain } from '@bullring/server/chain/follow-chain'
import type { Logger } from 'pino'
import type { Hash } from 'viem'
import { BULL } from '../db/schema.ts'
import type { LogReader } from './apply-log.ts'
import { noRows } from './apply-log.ts'
import type { ChainSource } from './chain-source.ts'
import { findBlockBefore } from './find-block-before.ts'
import type { IndexStore, StoredBlock } from './index-store.ts'
import { MAX_RANGE } from './plan-step.ts'

/** What the contract has counted itself. */
export type RoundTotals = { start: UnixSeconds; bullAmount: bigint; bearAmount: bigint }

export type AuditDeps = {
  chain: Pick<ChainSource, 'blockAt' | 'logsInRange'>
  store: Pick<IndexStore, 'newestBlocks' | 'stakesOf' | 'rewind'>
  /** False while the index is behind: the node may not know the state of old blocks. */
  isAtHead: () => boolean
  currentEpoch: (now: UnixSeconds) => Promise<Epoch>
  /** In the state after block `at`. */
  readTotals: (epoch: Epoch, at: Hash) => Promise<RoundTotals>
  applyLog: LogReader
  /** Whether the newest rounds looked at were right. */
  onResult: (isRight: boolean) => void
  log: Logger
}

/** What one look leaves for the next. */
export type AuditMemory = { nextEpoch: number | null; isRight: boolean }

/** Rounds looked at again at the start, and after a reorg. */
const AUDITED_AGAIN = 20
/** A look that fails, or finds the index wrong, is repeated after so many intervals at most. */
const MAX_BACKOFF = 32

/** Looks again at the newest rounds: a reorg has changed some. */
export function auditAgain(memory: AuditMemory): void {
  if (memory.nextEpoch !== null) memory.nextEpoch = Math.max(memory.nextEpoch - AUDITED_AGAIN, 1)
}

/**
 * Compares each round with the contract once its bets are in, until `signal` aborts. A node that hides
 * logs cannot be told from one that has none; its sums can.
 */
export function runAudit(
  deps: AuditDeps,
  memory: AuditMemory,
  { intervalMs }: { intervalMs: number },
  signal: AbortSignal,
): Promise<void> {
  const look = async () => {
    if (deps.isAtHead()) await auditStep(deps, memory)
    return memory.isRight ? 'soon' : 'later'
  }
  const options = {
    pollIntervalMs: intervalMs,
    maxPauseMs: intervalMs * MAX_BACKOFF,
    onFailure: (error: unknown) =>
      deps.log.debug({ error: errorSummary(error) }, 'the index could not be audited'),
  }
  return followChain(look, options, signal)
}

/** Compares the rounds that have locked since the last look, and repairs the first wrong one. */
export async function auditStep(deps: AuditDeps, memory: AuditMemory): Promise<void> {
  const [head] = await deps.store.newestBlocks(1)
  if (head === undefined) return
  const last = Number(await deps.currentEpoch(head.timestamp)) - 1
  memory.nextEpoch ??= Math.max(last - AUDITED_AGAIN + 1, 1)
  const end = Math.min(last, memory.nextEpoch + AUDITED_AGAIN - 1)
  for (let epoch = memory.nextEpoch; epoch <= end; epoch += 1) {
    const [totals, stakes] = await Promise.all([
      deps.readTotals(toEpoch(epoch), head.hash),
      deps.store.stakesOf(toEpoch(epoch)),
    ])
    const isRight =
      totals.bullAmount === stakes.bullAmount && totals.bearAmount === stakes.bearAmount
    if (!isRight) {
      if (memory.isRight) deps.log.error({ epoch }, 'the index misses bets that the contract has')
      note(deps, memory, false)
      await repair(deps, { head, epoch, totals })
      return
    }
    memory.nextEpoch = epoch + 1
  }
  note(deps, memory, true)
}

function note(deps: AuditDeps, memory: AuditMemory, isRight: boolean): void {
  if (isRight && !memory.isRight) deps.log.info('the index equals the contract again')
  memory.isRight = isRight
  deps.onResult(isRight)
}

/**
 * Undoes the index back to before the round, so that it is read again; not before the node tells all of
 * the round's bets, for until then less is better than nothing.
 */
async function repair(
  { chain, store, applyLog }: AuditDeps,
  wrong: { head: StoredBlock; epoch: number; totals: RoundTotals },
): Promise<void> {
  const { head, epoch, totals } = wrong
  const base = await findBlockBefore(chain.blockAt, totals.start, head.number)
  const rows = noRows()
  for (let from = base.number + 1; from <= head.number; from += MAX_RANGE) {
    const to = Math.min(from + MAX_RANGE - 1, head.number)
    for (const log of await chain.logsInRange(from, to)) applyLog(rows, log)
  }
  const sumOf = (isBull: boolean) =>
    rows.bets
      .filter((bet) => bet.epoch === epoch && (bet.position === BULL) === isBull)
      .reduce((sum, bet) => sum + bet.amount, 0n)
  const isTold = sumOf(true) === totals.bullAmount && sumOf(false) === totals.bearAmount
  if (isTold) await store.rewind(head, base)
}
