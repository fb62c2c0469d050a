import type { Schedule } from '@bullring/prediction/schedule'
import { currentEpoch, strikeTime } from '@bullring/prediction/schedule'
import { type Epoch, toEpoch, toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import type { Logger } from 'pino'
import type { Hash } from 'viem'
import type { Alarms } from './alarms.ts'
import { isNodeLagging, isOracleLate } from './alarms.ts'
import type { StrikeView } from './due-strikes.ts'
import { dueStrikes, settleableEpochs } from './due-strikes.ts'
import type { SettlingRound } from './find-settling-round.ts'
import type { Settlement, Settler } from './settle-strikes.ts'
import type { SeenBlock, StrikeMemory } from './strike-memory.ts'

export type KeeperDeps = Settler & {
  newestBlock: () => Promise<SeenBlock>
  /** Reads the hash of the chain's block with a number. */
  blockHash: (number: bigint) => Promise<Hash>
  readStrikes: (epochs: readonly Epoch[]) => Promise<StrikeView[]>
  findSettlingRound: (strikeTime: UnixSeconds) => Promise<SettlingRound>
  alarms: Alarms
  /** Called with the chain time between the oracle's answer and the settled strike. */
  onSettled: (delaySeconds: number) => void
  /** Called with the number of strikes that wait, before they are settled. */
  onDue: (strikes: number) => void
  nowMs: () => number
  log: Logger
}

export type KeeperOptions = {
  schedule: Schedule
  /** Seconds after a strike's time in which it can be settled. */
  settlementWindow: number
  /** Also settles strikes that no bet depends on. */
  shouldSettleEmpty: boolean
}

/** Strikes per transaction: at most about a third of a block's gas. */
const BATCH_SIZE = 25

/**
 * Finds the strikes that are due and settles them in batches.
 *
 * @returns The seconds of chain time in which no strike can become due; 0 while strikes wait.
 */
export async function keeperPass(
  deps: KeeperDeps,
  { schedule, settlementWindow, shouldSettleEmpty }: KeeperOptions,
  memory: StrikeMemory,
  signal: AbortSignal,
): Promise<number> {
  const block = await deps.newestBlock()
  await memory.follow(block, deps.blockHash)
  const now = block.timestamp
  deps.alarms.set('rpc-lagging', isNodeLagging(now, deps.nowMs()))
  const epochs = settleableEpochs(schedule, settlementWindow, now).filter(
    (epoch) => !memory.has(epoch),
  )
  if (epochs.length === 0) {
    deps.alarms.set('oracle-late', false)
    deps.onDue(0)
    return nextStrike(schedule, now) - now
  }
  const due = dueStrikes(await deps.readStrikes(epochs), shouldSettleEmpty)
  deps.onDue(due.length)
  const isDue = new Set(due)
  for (const epoch of epochs) if (!isDue.has(epoch)) memory.add(epoch)

  let isLate = false
  for (let start = 0; start < due.length && !signal.aborted; start += BATCH_SIZE) {
    const batch = due.slice(start, start + BATCH_SIZE)
    const { found, unanswered } = await findSettlements(deps, schedule, batch, memory)
    isLate ||= unanswered.some((time) => isOracleLate(time, now))
    await settleBatch(deps, found, memory, signal)
  }
  deps.alarms.set('oracle-late', isLate)
  return 0
}

/** Returns the time of the first strike after `now`. */
function nextStrike(schedule: Schedule, now: UnixSeconds): UnixSeconds {
  const epoch = Number(currentEpoch(schedule, toUnixSeconds(now - schedule.strikeDelay)))
  return strikeTime(schedule, toEpoch(Math.max(epoch, 1)))
}

async function findSettlements(
  deps: KeeperDeps,
  schedule: Schedule,
  epochs: readonly Epoch[],
  memory: StrikeMemory,
): Promise<{ found: Settlement[]; unanswered: UnixSeconds[] }> {
  const found: Settlement[] = []
  const unanswered: UnixSeconds[] = []
  for (const epoch of epochs) {
    const time = strikeTime(schedule, epoch)
    const round = await deps.findSettlingRound(time)
    if (round.kind === 'found') {
      found.push({ epoch, oracleRoundId: round.id, answeredAt: round.answeredAt })
    }
    if (round.kind === 'unanswered') unanswered.push(time)
    if (round.kind === 'unprovable') {
      memory.add(epoch)
      deps.log.warn(
        { epoch: Number(epoch) },
        'strike cannot be proven, its rounds will be refunded',
      )
    }
  }
  return { found, unanswered }
}

async function settleBatch(
  deps: KeeperDeps,
  found: readonly Settlement[],
  memory: StrikeMemory,
  signal: AbortSignal,
): Promise<void> {
  const accepted = await deps.filterAcceptable(found)
  const isAccepted = new Set(accepted.map(({ epoch }) => epoch))
  for (const { epoch } of found) {
    if (isAccepted.has(epoch)) continue
    memory.add(epoch)
    deps.log.warn({ epoch: Number(epoch) }, 'strike rejected by the contract')
  }
  if (accepted.length === 0) return
  const outcome = await deps.settle(accepted, signal)
  if (outcome === 'dry-run') return
  const epochs = accepted.map(({ epoch }) => Number(epoch))
  if (outcome !== 'settled') {
    deps.log.warn({ epochs, outcome }, 'settlement failed, retrying')
    return
  }
  deps.log.info({ epochs }, 'strikes settled')
  const { timestamp } = await deps.newestBlock()
  for (const { answeredAt } of accepted) deps.onSettled(timestamp - answeredAt)
}
