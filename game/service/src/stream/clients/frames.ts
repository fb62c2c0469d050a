import type { StreamEvent } from '@bullring/game-api/stream'
import type { Tick } from '@bullring/game-api/tick'
import type { UnixSeconds } from '@bullring/prediction/units'
import type { Address } from 'viem'
import { priceText } from '../../market/round-figures.ts'
import { accountKey, type EpochsByAccount } from '../events/step.ts'

/** Serialized server-sent events of a step. */
export type Frames = {
  position: number
  /** Events for all clients. */
  shared: Buffer
  /** Serializes the events of an account; null when it has none. */
  tradesOf: (account: Address) => Buffer | null
}

/**
 * Serializes events. The id of an event is the position from which a client resumes after it: all but
 * the last of a batch carry the position before the batch, because a client that received only part of
 * it must receive all of it again.
 */
export function toFrames(
  { shared, epochsOf }: { shared: readonly StreamEvent[]; epochsOf: EpochsByAccount },
  { since, position }: { since: number; position: number },
): Frames {
  const last = shared.length - 1
  const text = shared
    .map((event, index) => frame(event, index === last ? position : since))
    .join('')
  const tradesId = shared.length === 0 ? position : since
  return {
    position,
    shared: Buffer.from(text),
    tradesOf: (account) => {
      const epochs = epochsOf.get(accountKey(account))
      if (epochs === undefined) return null
      return Buffer.from(tradeText(account, epochs.map(Number), { since, lastId: tradesId }))
    },
  }
}

/** Serializes the price of an exchange. It has no id: a client that resumes needs no earlier one. */
export function tickFrame(price: bigint, timestamp: UnixSeconds): Buffer {
  const data: Tick = { timestamp, price: priceText(price) }
  return Buffer.from(`event: tick\ndata: ${JSON.stringify(data)}\n\n`)
}

function tradeText(
  account: Address,
  epochs: readonly number[],
  { since, lastId }: { since: number; lastId: number },
): string {
  const text = epochs.map((epoch, index) => {
    const id = index === epochs.length - 1 ? lastId : since
    return frame({ event: 'trade', data: { user_address: account, epoch } }, id)
  })
  return text.join('')
}

function frame({ event, data }: StreamEvent, id: number): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
