import type { StreamEvent } from '@bullring/wire/game-api/stream'
import type { Address } from 'viem'
import type { AccountEpoch, Events } from './to-events.ts'

/** Serialized server-sent events, shared by all clients. */
export type Frames = {
  shared: Buffer
  /** Events of single accounts. */
  trades: ReadonlyMap<Address, Buffer>
}

/**
 * Serializes events. The id of an event is the position from which a client resumes after it: all but
 * the last of a batch carry the position before the batch, because a client that received only part of
 * it must receive all of it again.
 */
export function toFrames({ shared, trades }: Events, since: number, position: number): Frames {
  const last = shared.length - 1
  const text = shared
    .map((event, index) => frame(event, index === last ? position : since))
    .join('')
  const tradesId = shared.length === 0 ? position : since
  return { shared: Buffer.from(text), trades: tradeFrames(trades, since, tradesId) }
}

function tradeFrames(
  trades: readonly AccountEpoch[],
  since: number,
  lastId: number,
): Map<Address, Buffer> {
  const epochsOf = new Map<Address, Set<bigint>>()
  for (const { account, epoch } of trades) {
    const epochs = epochsOf.get(account) ?? new Set()
    epochsOf.set(account, epochs.add(epoch))
  }
  const frames = new Map<Address, Buffer>()
  for (const [account, epochs] of epochsOf) {
    const text = [...epochs].map((epoch, index) => {
      const id = index === epochs.size - 1 ? lastId : since
      return frame({ event: 'trade', data: { user_address: account, epoch: Number(epoch) } }, id)
    })
    frames.set(account, Buffer.from(text.join('')))
  }
  return frames
}

function frame({ event, data }: StreamEvent, id: number): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
