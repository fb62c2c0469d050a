import type { Epoch } from '@bullring/prediction/units'
import type { AlertKind } from '#settings/alert-signals.ts'

/** Stage of a bet. */
export type BetStage = 'open' | AlertKind

/** A bet whose stage has just changed. */
export type Alert = { epoch: Epoch; kind: AlertKind }

/** Returns a function that finds the bets whose stage has changed since its last call. */
export function createStageWatch(): (stages: ReadonlyMap<Epoch, BetStage>) => Alert[] {
  let last: ReadonlyMap<Epoch, BetStage> = new Map()
  return (stages) => {
    const alerts: Alert[] = []
    for (const [epoch, stage] of stages) {
      const before = last.get(epoch)
      if (stage !== 'open' && isNews(before, stage)) alerts.push({ epoch, kind: stage })
    }
    last = stages
    return alerts
  }
}

/** A result that changes is a reorganized block, and no news: the page shows it. */
function isNews(before: BetStage | undefined, stage: AlertKind): boolean {
  return before === 'open' || (before === 'locked' && stage !== 'locked')
}
