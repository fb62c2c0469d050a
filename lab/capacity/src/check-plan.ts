import type { Figures } from './figures.ts'
import type { CheckedPlan } from './format-plan.ts'
import { planFor } from './plan.ts'
import { simulateDay } from './simulate.ts'

/** Players of a day that docs/scale.md plans for. */
export const SIZES = [10_000, 100_000, 1_000_000] as const

/** Plans for `players` and simulates a day at the planned machines. */
export function checkPlan(players: number, figures: Figures): CheckedPlan {
  const plan = planFor(players, figures)
  return { plan, simulated: simulateDay(plan, figures) }
}

/** Returns what takes longer than it may, as sentences. */
export function findExceeded({ plan, simulated }: CheckedPlan): readonly string[] {
  return simulated
    .filter(({ p99Ms, boundMs }) => !(p99Ms <= boundMs))
    .map(
      ({ name, p99Ms, boundMs }) =>
        `${plan.demand.players} players: ${name} takes ${p99Ms.toFixed(0)} ms of ${boundMs} ms (p99).`,
    )
}
