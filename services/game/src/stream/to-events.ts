import type { Epoch, PriceE8, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import type { Round } from '@bullring/wire/game-api/round'
import type { StreamEvent } from '@bullring/wire/game-api/stream'
import { priceText } from '../market/round-figures.ts'
import type { RoundClock } from '../market/round-rules.ts'
import { type Events, mergeTrades } from './step.ts'

/** One change of the index. Rows that a reorg undid are changes too. */
export type Change =
  | { kind: 'block'; timestamp: UnixSeconds }
  /** Of one account or several: addresses of 20 bytes, one after the other. */
  | { kind: 'bet' | 'claim'; epoch: Epoch; accounts: Buffer }
  | { kind: 'strike'; epoch: Epoch }
  /** A round was started, locked or ended, in `pancake-v2`; or it has more bets at once than are listed. */
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

export type EventDeps = {
  clock: Pick<RoundClock, 'currentEpoch' | 'epochsAt'>
  /** Finds rounds in their current state; those that do not exist are left out. */
  findRounds: (epochs: readonly Epoch[]) => Promise<Round[]>
  /** Finds rounds whose card or state changed by time alone between two block times. */
  epochsChangedByTime: (before: UnixSeconds, now: UnixSeconds) => Promise<readonly Epoch[]>
  findAnswers: (oracleRoundIds: readonly bigint[]) => Promise<PriceChange[]>
}

/** More changed rounds than this are sent as a reset. */
const MAX_ROUNDS = 50

const RESET: Events = {
  shared: [{ event: 'reset', data: { spread_ms: 0 } }],
  trades: [],
  decided: [],
}

/** Turns changes into events. Events carry the current state, so repeated or undone changes are harmless. */
export async function toEvents(
  deps: EventDeps,
  { changes, blockBefore }: ChangesSince,
): Promise<Events> {
  if (changes.some(({ kind }) => kind === 'reset')) return RESET
  const [opened, changed] = await Promise.all([
    openedEpoch(deps, changes, blockBefore),
    epochsChangedSince(deps, changes, blockBefore),
  ])
  const epochs = changedEpochs(changes, opened?.epoch ?? null, changed)
  if (epochs.length > MAX_ROUNDS) return RESET
  const [answers, rounds] = await Promise.all([
    deps.findAnswers(
      changes.flatMap((change) => ('oracleRoundId' in change ? change.oracleRoundId : [])),
    ),
    deps.findRounds(epochs),
  ])
  const answered = await deps.clock.epochsAt(answers.map(({ updatedAt }) => updatedAt))
  const prices = answers.map(({ price, updatedAt }, index): StreamEvent => {
    const epoch = Number(answered[index] ?? 0)
    return { event: 'price', data: { timestamp: updatedAt, price: priceText(price), epoch } }
  })
  return {
    shared: [
      ...prices.filter(({ data }) => 'epoch' in data && data.epoch > 0),
      ...(opened === null ? [] : [epochEvent(opened)]),
      ...rounds.map((data): StreamEvent => ({ event: 'round', data })),
    ],
    trades: mergeTrades(changes.flatMap((change) => ('accounts' in change ? change : []))),
    decided: [...new Set(changes.flatMap(settledEpochs))],
  }
}

type Opened = { epoch: Epoch; timestamp: UnixSeconds }

function epochEvent({ epoch, timestamp }: Opened): StreamEvent {
  return { event: 'epoch', data: { epoch: Number(epoch), block_timestamp: timestamp } }
}

/** Returns the open round if it changed. After a reorg it may be an older one. */
async function openedEpoch(
  { clock }: EventDeps,
  changes: readonly Change[],
  blockBefore: UnixSeconds | null,
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

function epochsChangedSince(
  { epochsChangedByTime }: EventDeps,
  changes: readonly Change[],
  blockBefore: UnixSeconds | null,
): Promise<readonly Epoch[]> {
  const block = newestBlock(changes)
  const hasPassed = block !== undefined && blockBefore !== null && block.timestamp > blockBefore
  return hasPassed ? epochsChangedByTime(blockBefore, block.timestamp) : Promise.resolve([])
}

function newestBlock(changes: readonly Change[]) {
  return changes.findLast((change) => change.kind === 'block')
}

/** A strike closes one round and locks the next. */
function settledEpochs(change: Change): Epoch[] {
  if (change.kind === 'round') return [change.epoch]
  return change.kind === 'strike' ? [toEpoch(change.epoch - 1n), change.epoch] : []
}

/** Lists the rounds that changed. When a round opens, one locks and one closes. */
function changedEpochs(
  changes: readonly Change[],
  opened: Epoch | null,
  others: readonly Epoch[],
): Epoch[] {
  const bets = changes.flatMap((change) => (change.kind === 'bet' ? change.epoch : []))
  const shifted = opened === null ? [] : [opened - 2n, opened - 1n, opened].map(toEpoch)
  const epochs = new Set([...bets, ...changes.flatMap(settledEpochs), ...shifted, ...others])
  return [...epochs].filter((epoch) => epoch > 0n).toSorted((a, b) => Number(a - b))
}
