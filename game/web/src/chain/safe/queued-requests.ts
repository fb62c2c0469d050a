import type { Epoch } from '@bullring/prediction/units'
import type { Address } from 'viem'
import { safe } from './safe.ts'
import type { QueuedRequest } from './safe-queue.ts'

type Player = { account: Address; prediction: Address }

/** Returns the rounds that no request in Safe's queue collects: a second one could not be executed. */
export function notQueued(epochs: readonly Epoch[], player: Player): readonly Epoch[] {
  const queue = safe()?.queue.getSnapshot() ?? []
  const queued = new Set(
    queue.flatMap((request) => (request.state === 'late' ? [] : collectedBy(request, player))),
  )
  return epochs.filter((epoch) => !queued.has(epoch))
}

function collectedBy({ awaited }: QueuedRequest, player: Player): readonly Epoch[] {
  const { account, parts } =
    awaited.kind === 'claim'
      ? awaited
      : {
          account: awaited.bet.account,
          parts: [{ prediction: awaited.prediction, epochs: awaited.bet.collect }],
        }
  if (account !== player.account) return []
  return parts.flatMap(({ prediction, epochs }) => (prediction === player.prediction ? epochs : []))
}
