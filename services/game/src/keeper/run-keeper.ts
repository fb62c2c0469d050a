import type { Schedule } from '@bullring/prediction/schedule'
import { roundTimes } from '@bullring/prediction/schedule'
import type { UnixSeconds } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import { errorSummary } from '@bullring/server/chain/error-summary'
import { followChain } from '@bullring/server/chain/follow-chain'
import type { Logger } from 'pino'
import type { Alarms } from './alarms.ts'
import { isBalanceLow, isNodeLagging, isOracleLate } from './alarms.ts'
import type { StrikeView } from './due-strikes.ts'
import { dueStrikes, settleableEpochs } from './due-strikes.ts'
import type { SettlingRound } from './find-settling-round.ts'
import type { Settlement, Settler } from './settle-strikes.ts'

export type KeeperDeps = Settler & {
  /** Time of the chain's newest block. */
  now: () => Promise<UnixSeconds>
  readStrikes: (epochs: readonly number[]) => Promise<StrikeView[]>
  findSettlingRound: (lock: UnixSeconds) => Promise<SettlingRound>
  /** What the keeper's account has, and what gas costs now. */
  funds: () => Promise<{ balance: bigint; gasPrice: bigint }>
  alarms: Alarms
  /** A pass went well. */
  onPass: () => void
  /** A strike was settled so many seconds of chain time after the oracle's answer. */
  onSettled: (delaySeconds: number) => void
  nowMs: () => number
  log: Logger
}

export type KeeperSettings = {
  schedule: Schedule
  settlementWindow: number
  settlesEmpty: boolean
  pollIntervalMs: number
}

/** Strikes that need no attention, until it is time to look at them again. */
export type KeeperMemory = {
  done: Set<number>
  recentAtMs: number
  allAtMs: number
  fundsAtMs: number
}

/** Strikes of one transaction: about a third of a block's gas at most. */
const BATCH_SIZE = 25

/** A reorg may take a settlement back: the newest strikes are looked at again often, all seldom. */
const RECENT_STRIKES = 5
const FORGET_RECENT_MS = 3_000
const FORGET_ALL_MS = 600_000

const LOOK_AT_FUNDS_MS = 60_000

/** Settles due strikes until `signal` aborts, then returns. A failed pass is reported and tried again. */
export function runKeeper(
  deps: KeeperDeps,
  settings: KeeperSettings,
  signal: AbortSignal,
): Promise<void> {
  const memory = createKeeperMemory()
  const step = async () => {
    forget(memory, deps.nowMs())
    await lookAtFunds(deps, memory)
    await keeperPass(deps, settings, memory, signal)
    deps.onPass()
    return 'soon' as const
  }
  const onFailure = (error: unknown, failures: number) => {
    deps.log.warn({ error: errorSummary(error), failures }, 'the keeper could not settle')
    deps.log.debug({ err: error }, 'failed pass')
  }
  return followChain(step, { pollIntervalMs: settings.pollIntervalMs, onFailure }, signal)
}

export function createKeeperMemory(): KeeperMemory {
  return { done: new Set(), recentAtMs: 0, allAtMs: 0, fundsAtMs: 0 }
}

function forget(memory: KeeperMemory, nowMs: number): void {
  if (nowMs - memory.allAtMs > FORGET_ALL_MS) {
    memory.done.clear()
    memory.allAtMs = nowMs
  }
  if (nowMs - memory.recentAtMs > FORGET_RECENT_MS) {
    const newest = [...memory.done].toSorted((a, b) => b - a).slice(0, RECENT_STRIKES)
    for (const epoch of newest) memory.done.delete(epoch)
    memory.recentAtMs = nowMs
  }
}

async function lookAtFunds(deps: KeeperDeps, memory: KeeperMemory): Promise<void> {
  const nowMs = deps.nowMs()
  if (nowMs - memory.fundsAtMs < LOOK_AT_FUNDS_MS) return
  deps.alarms.set('balance-low', isBalanceLow(await deps.funds()))
  memory.fundsAtMs = nowMs
}

/** Looks once at what is due and settles it. */
export async function keeperPass(
  deps: KeeperDeps,
  settings: KeeperSettings,
  memory: KeeperMemory,
  signal: AbortSignal,
): Promise<void> {
  const { schedule, settlementWindow, settlesEmpty } = settings
  const now = await deps.now()
  deps.alarms.set('rpc-lagging', isNodeLagging(now, deps.nowMs()))
  const epochs = settleableEpochs(schedule, settlementWindow, now).filter(
    (epoch) => !memory.done.has(epoch),
  )
  if (epochs.length === 0) {
    deps.alarms.set('oracle-late', false)
    return
  }
  const due = dueStrikes(await deps.readStrikes(epochs), settlesEmpty)
  const isDue = new Set(due)
  for (const epoch of epochs) if (!isDue.has(epoch)) memory.done.add(epoch)

  let isLate = false
  for (let start = 0; start < due.length && !signal.aborted; start += BATCH_SIZE) {
    const batch = due.slice(start, start + BATCH_SIZE)
    const { found, unanswered } = await findRounds(deps, schedule, batch, memory)
    isLate ||= unanswered.some((lock) => isOracleLate(lock, now))
    await settleBatch(deps, found, memory, signal)
  }
  deps.alarms.set('oracle-late', isLate)
}

async function findRounds(
  deps: KeeperDeps,
  schedule: Schedule,
  epochs: readonly number[],
  memory: KeeperMemory,
): Promise<{ found: Settlement[]; unanswered: UnixSeconds[] }> {
  const found: Settlement[] = []
  const unanswered: UnixSeconds[] = []
  for (const epoch of epochs) {
    const lock = roundTimes(schedule, toEpoch(epoch)).lockTimestamp
    const round = await deps.findSettlingRound(lock)
    if (round.kind === 'found') {
      found.push({ epoch, oracleRoundId: round.id, answeredAt: round.answeredAt })
    }
    if (round.kind === 'unanswered') unanswered.push(lock)
    if (round.kind === 'unprovable') {
      memory.done.add(epoch)
      deps.log.warn({ epoch }, 'no oracle round can be proven for this strike: it will be refunded')
    }
  }
  return { found, unanswered }
}

async function settleBatch(
  deps: KeeperDeps,
  found: readonly Settlement[],
  memory: KeeperMemory,
  signal: AbortSignal,
): Promise<void> {
  const accepted = await deps.acceptable(found)
  const isAccepted = new Set(accepted.map(({ epoch }) => epoch))
  for (const { epoch } of found) {
    if (isAccepted.has(epoch)) continue
    memory.done.add(epoch)
    deps.log.warn({ epoch }, 'the contract refuses the oracle round of this strike')
  }
  if (accepted.length === 0) return
  const outcome = await deps.settle(accepted, signal)
  if (outcome === 'simulated') return
  const epochs = accepted.map(({ epoch }) => epoch)
  deps.log.info({ epochs, outcome }, 'strikes settled')
  if (outcome !== 'settled') return
  const settledAt = await deps.now()
  for (const { answeredAt } of accepted) deps.onSettled(settledAt - answeredAt)
}
