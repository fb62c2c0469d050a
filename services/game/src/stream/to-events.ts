import type { Schedule } from '@bullring/prediction/schedule'
import { currentEpoch } from '@bullring/prediction/schedule'
import type { Epoch, PriceE8, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import type { Round } from '@bullring/wire/game-api/round'
import type { StreamEvent } from '@bullring/wire/game-api/stream'
import type { Address } from 'viem'
import { priceText } from '../http/round-figures.ts'

/** One change of the index. After a reorg the rows it took back are changes too. */
export type Change =
  | { kind: 'block'; timestamp: UnixSeconds }
  | { kind: 'bet' | 'claim'; epoch: Epoch; account: Address }
  | { kind: 'strike'; epoch: Epoch }
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

export type EventPorts = {
  schedule: Schedule
  /** Rounds as they are now. */
  findRounds: (epochs: readonly Epoch[]) => Promise<Round[]>
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
  ports: EventPorts,
  { changes, blockBefore }: ChangesSince,
  accounts: readonly Address[],
): Promise<Events> {
  const opened = openedEpoch(ports.schedule, changes, blockBefore)
  const epochs = changedEpochs(changes, opened?.epoch ?? null)
  if (changes.some(({ kind }) => kind === 'reset') || epochs.length > MAX_ROUNDS) return RESET
  const struck = [...new Set(changes.flatMap(struckEpochs))]
  const [answers, rounds, bettors] = await Promise.all([
    ports.findAnswers(
      changes.flatMap((change) => ('oracleRoundId' in change ? change.oracleRoundId : [])),
    ),
    ports.findRounds(epochs),
    ports.findBettors(struck, accounts),
  ])
  const prices = answers.map(({ price, updatedAt }): StreamEvent => {
    const epoch = Number(currentEpoch(ports.schedule, updatedAt))
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
function openedEpoch(
  schedule: Schedule,
  changes: readonly Change[],
  blockBefore: UnixSeconds | null,
): Opened | null {
  const block = changes.findLast((change) => change.kind === 'block')
  if (block === undefined) return null
  const epoch = currentEpoch(schedule, block.timestamp)
  const isSame = blockBefore !== null && currentEpoch(schedule, blockBefore) === epoch
  return isSame || epoch === 0n ? null : { epoch, timestamp: block.timestamp }
}

/** A strike closes one round and locks the next. */
function struckEpochs(change: Change): Epoch[] {
  return change.kind === 'strike' ? [toEpoch(change.epoch - 1n), change.epoch] : []
}

/** Rounds that look different now; when a round opens, one locks and one closes. */
function changedEpochs(changes: readonly Change[], opened: Epoch | null): Epoch[] {
  const bets = changes.flatMap((change) => (change.kind === 'bet' ? change.epoch : []))
  const turned = opened === null ? [] : [opened - 2n, opened - 1n, opened].map(toEpoch)
  const epochs = new Set([...bets, ...changes.flatMap(struckEpochs), ...turned])
  return [...epochs].filter((epoch) => epoch > 0n).toSorted((a, b) => Number(a - b))
}
