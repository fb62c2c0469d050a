import { beforeAll, describe, expect, test } from 'vitest'
import { formatTable } from './format-table.ts'
import { DEFAULT_MODEL } from './price-model.ts'
import { type PoolSets, parsePools, readPoolSets } from './recorded-pools.ts'
import { BULLRING, PANCAKE_V2, type Rules } from './rules.ts'
import { runScenario, type ScenarioResult } from './run-scenario.ts'
import { listComparisons } from './scenarios.ts'

const options = { rounds: 4_000, seed: 7, model: DEFAULT_MODEL }
let pools: PoolSets

beforeAll(async () => {
  pools = await readPoolSets()
})

function run(name: string, rules: Rules): ScenarioResult {
  const comparison = listComparisons(pools).find(({ scenario }) => scenario.name === name)
  if (comparison === undefined) throw new Error(`No scenario ${name}`)
  return runScenario(comparison.scenario, rules, options)
}

describe('recorded pools', () => {
  test('leave out the rounds that the original contract cancelled', () => {
    const rows =
      'bullAmount,bearAmount,lockPrice,closePrice,oracleCalled\n5,7,10,9,True\n1,1,1,1,False\n'
    expect(parsePools(rows)).toEqual([{ pool: { bullAmount: 5n, bearAmount: 7n }, winner: 'bear' }])
  })

  test('are those of the files', () => {
    expect(pools.v2).toHaveLength(200)
    expect(pools.v1).toHaveLength(7_926)
    expect(pools.thin).toHaveLength(42)
    expect(pools.lone.every(({ pool }) => pool.bullAmount === 0n || pool.bearAmount === 0n)).toBe(
      true,
    )
  })
})

describe('under our rules', () => {
  test('no bet of any strategy exceeds the maximum multiple and no right prediction loses', () => {
    for (const { scenario } of listComparisons(pools)) {
      if (scenario.outcome === 'recorded') continue
      const { bestMultiple, worstRightPrediction } = runScenario(scenario, BULLRING, {
        ...options,
        rounds: 500,
      })
      expect(bestMultiple).toBeLessThanOrEqual(20)
      expect(worstRightPrediction).toBeGreaterThanOrEqual(0)
    }
  })

  test('an early look gains nothing beyond noise, under V2 rules it does', () => {
    expect(run('early look, every round', PANCAKE_V2).gainOverBlindBet.low).toBeGreaterThan(0.05)
    const { low, high } = run('early look, every round', BULLRING).gainOverBlindBet
    expect(low).toBeLessThan(0)
    expect(high).toBeGreaterThan(0)
  })

  test('a lone player still loses to a real stake in the last second, as in every pari-mutuel game', () => {
    const { profitPerRound } = run('best stake, other side empty', BULLRING)
    expect(profitPerRound.low).toBeGreaterThan(0.4)
  })
})

test('under V2 rules a dust bet earns thousands of times its stake and a right prediction loses', () => {
  const { bestMultiple, worstRightPrediction } = run('dust, other side empty', PANCAKE_V2)
  expect(bestMultiple).toBeGreaterThan(1_000)
  expect(worstRightPrediction).toBeLessThan(-0.02)
})

test('the same seed prints the same table', () => {
  const table = () => {
    const name = 'both sides, V2 rounds'
    return formatTable([{ name, rules: 'V2', result: run(name, PANCAKE_V2) }])
  }
  expect(table()).toBe(table())
  expect(table().split('\n')).toHaveLength(3)
})
