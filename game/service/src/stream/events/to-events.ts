import type { StreamEvent } from '@bullring/game-api/stream'
import { answerOf } from '@bullring/prediction/round-state'
import type { Epoch, PriceE8, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import type { TimeSpan } from '../../market/changed-by-time.ts'
import { epochsThatTimeMayChange, isChangedByTime } from '../../market/changed-by-time.ts'
import { priceText } from '../../market/round-figures.ts'
import type { DatedRound, Rounds } from '../../market/rounds.ts'
import { toWireRound } from '../../market/to-wire-round.ts'
import { type Events, mergeTrades, RESET } from './step.ts'

/** One change of the index. Rows that a reorg undid are changes too. */
export type Change =
  | { kind: 'block'; timestamp: UnixSeconds }
  /** One account or several: addresses of 20 bytes, one after the other. */
  | { kind: 'bet' | 'claim'; epoch: Epoch; accounts: Buffer }
  | { kind: 'strike'; epoch: Epoch }
  /** A round was started, locked or ended, in `pancake-v2`; or it got more bets at once than the journal lists. */
  | { kind: 'start' | 'round'; epoch: Epoch }
  | { kind: 'price'; oracleRoundId: bigint }
  | { kind: 'reset' }

/** Changes after a position of the journal, up to `position`. */
export type ChangesSince = {
  position: number
  changes: readonly Change[]
  /** Time of the newest block before them; null when it is no longer in the journal. */
  blockBefore: UnixSeconds | null
}

export type PriceChange = { price: PriceE8; updatedAt: UnixSeconds }

export type EventDeps = Pick<Rounds, 'clock' | 'findRounds'> & {
  /** Chain time. */
  now: () => UnixSeconds
  findAnswers: (oracleRoundIds: readonly bigint[]) => Promise<PriceChange[]>
}

/** More changed rounds than this are sent as a reset. */
const MAX_ROUNDS = 50

/** Turns changes into events. Events carry the current state, so repeated or undone changes are harmless. */
export async function toEvents(deps: EventDeps, since: ChangesSince): Promise<Events> {
  const { changes } = since
  if (changes.some(({ kind }) => kind === 'reset')) return RESET
  const passed = timePassed(since)
  const [opened, aged] = await Promise.all([
    openedEpoch(deps, since),
    passed === null ? [] : epochsThatTimeMayChange(deps.clock, passed),
  ])
  const changed = changedEpochs(changes, opened?.epoch ?? null)
  if (changed.size > MAX_ROUNDS) return RESET
  const [prices, found] = await Promise.all([
    priceEvents(deps, changes),
    deps.findRounds([...changed.union(new Set(aged))]),
  ])
  const answers = new Set(answeredIds(changes))
  const events = roundEvents(found, { changed, answers, passed, now: deps.now() })
  if (events.length > MAX_ROUNDS) return RESET
  return {
    shared: [...prices, ...(opened === null ? [] : [epochEvent(opened)]), ...events],
    trades: mergeTrades(changes.flatMap((change) => ('accounts' in change ? change : []))),
    decided: [...new Set(changes.flatMap(settledEpochs))],
  }
}

type RoundsOptions = {
  changed: ReadonlySet<Epoch>
  /** New answers of the oracle. */
  answers: ReadonlySet<bigint>
  passed: TimeSpan | null
  now: UnixSeconds
}

/** Returns the events of rounds that are in `changed`, that the passed time has changed, or whose price has come. */
function roundEvents(
  found: readonly DatedRound[],
  { changed, answers, passed, now }: RoundsOptions,
): StreamEvent[] {
  return found.flatMap((dated): StreamEvent[] => {
    // The writer may be another process, whose block this one has not seen yet.
    const time = toUnixSeconds(Math.max(now, dated.blockTime))
    const { epoch, lock, close } = dated.round.at(time)
    const isSent =
      changed.has(epoch) ||
      (passed !== null && isChangedByTime(dated.round, passed)) ||
      [lock, close].some((strike) => answers.has(answerOf(strike)?.oracleRoundId ?? 0n))
    return isSent ? [{ event: 'round', data: toWireRound(dated, time) }] : []
  })
}

async function priceEvents(
  { findAnswers, clock }: EventDeps,
  changes: readonly Change[],
): Promise<StreamEvent[]> {
  const ids = answeredIds(changes)
  if (ids.length === 0) return []
  const answers = await findAnswers(ids)
  const epochs = await clock.epochsAt(answers.map(({ updatedAt }) => updatedAt))
  return answers.flatMap(({ price, updatedAt }, index): StreamEvent[] => {
    const epoch = Number(epochs[index] ?? 0)
    const data = { timestamp: updatedAt, price: priceText(price), epoch }
    return epoch > 0 ? [{ event: 'price', data }] : []
  })
}

function answeredIds(changes: readonly Change[]): bigint[] {
  return changes.flatMap((change) => ('oracleRoundId' in change ? change.oracleRoundId : []))
}

type Opened = { epoch: Epoch; timestamp: UnixSeconds }

function epochEvent({ epoch, timestamp }: Opened): StreamEvent {
  return { event: 'epoch', data: { epoch: Number(epoch), block_timestamp: timestamp } }
}

/** Returns the open round if it changed. After a reorg it may be an older one. */
async function openedEpoch(
  { clock }: EventDeps,
  { changes, blockBefore }: ChangesSince,
): Promise<Opened | null> {
  const block = newestBlock(changes)
  if (block === undefined) return null
  const epoch = await clock.currentEpoch(block.timestamp)
  if (epoch === 0n) return null
  const isSame =
    blockBefore !== null &&
    !changes.some(({ kind }) => kind === 'start') &&
    (await clock.currentEpoch(blockBefore)) === epoch
  return isSame ? null : { epoch, timestamp: block.timestamp }
}

/** Returns between which block times the changes lie; null when the chain's time has not advanced, or from when is unknown. */
function timePassed({ changes, blockBefore }: ChangesSince): TimeSpan | null {
  const block = newestBlock(changes)
  if (block === undefined || blockBefore === null || block.timestamp <= blockBefore) return null
  return { before: blockBefore, after: block.timestamp }
}

function newestBlock(changes: readonly Change[]) {
  return changes.findLast((change) => change.kind === 'block')
}

/** A strike closes one round and locks the next. */
function settledEpochs(change: Change): Epoch[] {
  if (change.kind === 'round') return [change.epoch]
  return change.kind === 'strike' ? [toEpoch(change.epoch - 1n), change.epoch] : []
}

/** Returns the rounds that changed by facts. When a round opens, one locks and one closes. */
function changedEpochs(changes: readonly Change[], opened: Epoch | null): Set<Epoch> {
  const bets = changes.flatMap((change) => (change.kind === 'bet' ? change.epoch : []))
  const shifted = opened === null ? [] : [opened - 2n, opened - 1n, opened].map(toEpoch)
  const epochs = [...bets, ...changes.flatMap(settledEpochs), ...shifted]
  return new Set(epochs.filter((epoch) => epoch > 0n))
}
