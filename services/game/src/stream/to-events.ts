import type { Epoch, PriceE8, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import type { Round } from '@bullring/wire/game-api/round'
import type { StreamEvent } from '@bullring/wire/game-api/stream'
import type { Address } from 'viem'
import { priceText } from '../market/round-figures.ts'
import type { RoundClock } from '../market/round-rules.ts'

/** One change of the index. After a reorg the rows it took back are changes too. */
export type Change =
  | { kind: 'block'; timestamp: UnixSeconds }
  | { kind: 'bet' | 'claim'; epoch: Epoch; account: Address }
  | { kind: 'strike'; epoch: Epoch }
  /** A round was started, locked or ended, where somebody does that. */
  | { kind: 'start' | 'round'; epoch: Epoch }
  | { kind: 'price'; oracleRoundId: bigint }
  | { kind: 'reset' }

/** Changes after some position of the journal, up to `position`. */
export type ChangesSince = {
  position: number
  changes: readonly Change[]
  /** Time of the block that was the newest one before; null when that is forgotten. */
  blockBefore: UnixSeconds | null
}

export type AccountEpoch = { account: Address; epoch: Epoch }
export type PriceChange = { price: PriceE8; updatedAt: UnixSeconds }

export type EventDeps = {
  clock: Pick<RoundClock, 'currentEpoch' | 'epochsAt'>
  /** Rounds as they are now; those that do not exist (any more) are left out. */
  findRounds: (epochs: readonly Epoch[]) => Promise<Round[]>
  /** Rounds that time alone has changed between two blocks, besides those that a new round changes. */
  epochsChangedByTime: (before: UnixSeconds, now: UnixSeconds) => Promise<readonly Epoch[]>
  findAnswers: (oracleRoundIds: readonly bigint[]) => Promise<PriceChange[]>
  findBettors: (
    epochs: readonly Epoch[],
    accounts: readonly Address[],
  ) => Promise<readonly AccountEpoch[]>
}

/** What is told to everybody, and what to single accounts. */
export type Events = { shared: readonly StreamEvent[]; trades: readonly AccountEpoch[] }

/** More rounds than this at once are told as a reset. */
const MAX_ROUNDS = 50

const RESET: Events = { shared: [{ event: 'reset', data: {} }], trades: [] }

/**
 * Tells changes as events. Each says how things are now, not how they were: a change that was undone
 * since then does no harm, and neither does hearing of one twice.
 *
 * @param accounts - The ones somebody listens for.
 */
export async function toEvents(
  deps: EventDeps,
  { changes, blockBefore }: ChangesSince,
  accounts: readonly Address[],
): Promise<Events> {
  if (changes.some(({ kind }) => kind === 'reset')) return RESET
  const [opened, turned] = await Promise.all([
    openedEpoch(deps, changes, blockBefore),
    turnedEpochs(deps, changes, blockBefore),
  ])
  const epochs = changedEpochs(changes, opened?.epoch ?? null, turned)
  if (epochs.length > MAX_ROUNDS) return RESET
  const struck = [...new Set(changes.flatMap(settledEpochs))]
  const [answers, rounds, bettors] = await Promise.all([
    deps.findAnswers(
      changes.flatMap((change) => ('oracleRoundId' in change ? change.oracleRoundId : [])),
    ),
    deps.findRounds(epochs),
    deps.findBettors(struck, accounts),
  ])
  const answered = await deps.clock.epochsAt(answers.map(({ updatedAt }) => updatedAt))
  const prices = answers.map(({ price, updatedAt }, index): StreamEvent => {
    const epoch = Number(answered[index] ?? 0)
    return { event: 'price', data: { timestamp: updatedAt, price: priceText(price), epoch } }
  })
  const own = changes.flatMap((change) => ('account' in change ? change : []))
  return {
    shared: [
      ...prices.filter(({ data }) => 'epoch' in data && data.epoch > 0),
      ...(opened === null ? [] : [epochEvent(opened)]),
      ...rounds.map((data): StreamEvent => ({ event: 'round', data })),
    ],
    trades: [...own, ...bettors],
  }
}

type Opened = { epoch: Epoch; timestamp: UnixSeconds }

function epochEvent({ epoch, timestamp }: Opened): StreamEvent {
  return { event: 'epoch', data: { epoch: Number(epoch), block_timestamp: timestamp } }
}

/** The round that is open now, if it was another one before. A reorg may go back to an older one. */
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

function turnedEpochs(
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

/** Rounds that look different now; when a round opens, one locks and one closes. */
function changedEpochs(
  changes: readonly Change[],
  opened: Epoch | null,
  others: readonly Epoch[],
): Epoch[] {
  const bets = changes.flatMap((change) => (change.kind === 'bet' ? change.epoch : []))
  const turned = opened === null ? [] : [opened - 2n, opened - 1n, opened].map(toEpoch)
  const epochs = new Set([...bets, ...changes.flatMap(settledEpochs), ...turned, ...others])
  return [...epochs].filter((epoch) => epoch > 0n).toSorted((a, b) => Number(a - b))
}
