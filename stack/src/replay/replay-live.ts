import { setTimeout as sleep } from 'node:timers/promises'
import type { Schedule } from '@bullring/prediction/schedule'
import { currentEpoch } from '@bullring/prediction/schedule'
import type { UnixSeconds } from '@bullring/prediction/units'
import type { ReplayAction } from './interval-plan.ts'
import type { SendAction } from './replay-chain.ts'

export type LiveReplayDeps = {
  /** Timestamp of the newest block. */
  chainTime: () => Promise<UnixSeconds>
  plan: (epoch: number) => readonly ReplayAction[]
  /** Whether an action is already on the chain, from before a restart. */
  isDone: (action: ReplayAction) => Promise<boolean>
  send: SendAction
  report: (error: unknown) => void
}

const TICK_MS = 250

/** The local chain mines each second: the poll after this time finds the next block, or comes just before it. */
const BETWEEN_BLOCKS_MS = 950

/**
 * Plays each round's plan in real time until `signal` aborts. In a round that is already open at the start,
 * missing actions are caught up on. A failed action is reported and skipped.
 */
export async function replayLive(
  deps: LiveReplayDeps,
  schedule: Schedule,
  signal: AbortSignal,
): Promise<void> {
  let epoch = 0
  let waiting: readonly ReplayAction[] = []
  let seen: UnixSeconds | null = null
  while (!signal.aborted) {
    let pauseMs = TICK_MS
    try {
      const now = await deps.chainTime()
      if (now !== seen) pauseMs = BETWEEN_BLOCKS_MS
      seen = now
      const open = Number(currentEpoch(schedule, now))
      if (open !== epoch) {
        waiting = await openActions(deps, open, epoch === 0)
        epoch = open
      }
      const due = waiting.filter(({ at }) => at <= now)
      waiting = waiting.filter(({ at }) => at > now)
      for (const action of latestPriceOnly(due)) await deps.send(action).catch(deps.report)
    } catch (error) {
      deps.report(error)
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

async function openActions(
  { plan, isDone }: LiveReplayDeps,
  epoch: number,
  isRestart: boolean,
): Promise<readonly ReplayAction[]> {
  if (epoch === 0) return []
  const actions = plan(epoch)
  if (!isRestart) return actions
  const done = await Promise.all(actions.map(isDone))
  return actions.filter((_, index) => done[index] !== true)
}

/** After a pause several prices may be due at once: only the first (the round's strike) and the last matter. */
function latestPriceOnly(due: readonly ReplayAction[]): readonly ReplayAction[] {
  const prices = due.filter(({ kind }) => kind === 'price')
  return due.filter(
    (action) => action.kind === 'bet' || action === prices.at(0) || action === prices.at(-1),
  )
}
