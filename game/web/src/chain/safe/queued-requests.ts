import type { Epoch } from '@bullring/prediction/units'
import type { Address } from 'viem'
import { BetQueuedError } from './bet-queued-error.ts'
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

/** @throws {BetQueuedError} when a bet on the round is in Safe's queue, also of another tab. */
export function refuseSecondBet({ account, prediction, epoch }: Player & { epoch: Epoch }): void {
  const queue = safe()?.queue.refresh() ?? []
  const isQueued = queue.some(
    ({ awaited, state }) =>
      state !== 'late' &&
      awaited.kind === 'bet' &&
      awaited.prediction === prediction &&
      awaited.bet.account === account &&
      awaited.bet.epoch === epoch,
  )
  if (isQueued) throw new BetQueuedError()
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
