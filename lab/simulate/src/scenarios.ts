import type { PoolSets } from './recorded-pools.ts'
import { BULLRING, BULLRING_WITHOUT_DELAY, PANCAKE_V2, type Rules } from './rules.ts'
import type { Scenario } from './run-scenario.ts'
import {
  betBothSides,
  createBalancer,
  lookEarly,
  lookEarlyIfUnderWay,
  type Strategy,
  snipeWithDust,
  splitOverAccounts,
} from './strategies.ts'

/** A scenario with the rules to compare. */
export type Comparison = { scenario: Scenario; rules: readonly Rules[] }

const ACCOUNTS = 10n

/** Lists what the simulation compares: every strategy against the pools where it matters. */
export function listComparisons({ v2, v1, thin, lone }: PoolSets): readonly Comparison[] {
  const bothRules = [PANCAKE_V2, BULLRING]
  const allRules = [...bothRules, BULLRING_WITHOUT_DELAY]
  const scenario = (
    name: string,
    pools: Scenario['pools'],
    createStrategy: () => Strategy,
    outcome: Scenario['outcome'] = 'model',
  ): Scenario => ({ name, pools, outcome, createStrategy })
  const split = () => splitOverAccounts(createBalancer(), ACCOUNTS)
  return [
    { scenario: scenario('dust, other side empty', lone, () => snipeWithDust), rules: bothRules },
    { scenario: scenario('dust, thin V1 rounds', thin, () => snipeWithDust), rules: bothRules },
    { scenario: scenario('best stake, other side empty', lone, createBalancer), rules: bothRules },
    { scenario: scenario('balance, V2 rounds', v2, createBalancer), rules: bothRules },
    {
      scenario: scenario('balance, V2 rounds, real results', v2, createBalancer, 'recorded'),
      rules: bothRules,
    },
    { scenario: scenario('balance, V1 rounds', v1, createBalancer), rules: bothRules },
    {
      scenario: scenario('balance, V1 rounds, real results', v1, createBalancer, 'recorded'),
      rules: bothRules,
    },
    { scenario: scenario('balance by 10 accounts, V2 rounds', v2, split), rules: bothRules },
    { scenario: scenario('both sides, V2 rounds', v2, () => betBothSides), rules: bothRules },
    { scenario: scenario('early look, every round', v2, () => lookEarly), rules: allRules },
    {
      scenario: scenario('early look, report under way', v2, () => lookEarlyIfUnderWay),
      rules: allRules,
    },
  ]
}
