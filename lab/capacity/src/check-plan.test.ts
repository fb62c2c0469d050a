import { describe, expect, inject, test } from 'vitest'
import { checkPlan, findExceeded, SIZES } from './check-plan.ts'
import { type Figures, readFigures } from './figures.ts'
import { planFor } from './plan.ts'
import { simulateDay } from './simulate.ts'

const figures = await readFigures()

/** The same figures with another cost of a login at custody, of a message at the relay, or of a read of the chain. */
function withWalletCost(
  kind: 'login' | 'relayMessage' | 'walletRpc',
  part: 'custody' | 'relay' | 'wallet' | 'postgres',
  ms: number,
) {
  const cost = figures.costs[kind]
  const costs = { ...figures.costs, [kind]: { ...cost, cpuMs: { ...cost.cpuMs, [part]: ms } } }
  return { ...figures, costs }
}

/** The same figures with another cost of the game service per operation. */
function withCost(kind: 'bet' | 'readAccount' | 'stream', game: number): Figures {
  const cost = figures.costs[kind]
  const costs = { ...figures.costs, [kind]: { ...cost, cpuMs: { ...cost.cpuMs, game } } }
  return { ...figures, costs }
}

/** Of one process: game/service/src/stream/connection-limit.ts. */
const MOST_STREAMS = 8_000

const coresOf = (plan: ReturnType<typeof planFor>, name: string) =>
  plan.stations.find((station) => station.name === name)?.cores ?? 0

describe('planFor', () => {
  test('needs more machines and money for more players', () => {
    const [small, , large] = SIZES.map((players) => planFor(players, figures))
    expect(large?.costPerMonth).toBeGreaterThan(small?.costPerMonth ?? 0)
    expect(large?.memoryGb).toBeGreaterThan(small?.memoryGb ?? 0)
  })

  test('lets one of each kind of machine fail', () => {
    for (const players of [...SIZES, 90_000]) {
      const { stations } = planFor(players, figures)
      expect(stations.filter(({ cores }) => cores < 2)).toEqual([])
    }
  })

  test('has room for the live streams of a node that fails', () => {
    for (const players of [...SIZES, 90_000]) {
      const plan = planFor(players, figures)
      const left = coresOf(plan, 'stream nodes') - 1
      expect(plan.demand.streams / left).toBeLessThanOrEqual(MOST_STREAMS)
    }
  })

  test('counts the connections of every process of the game service', () => {
    const [small, , large] = SIZES.map((players) => planFor(players, figures))
    expect(small?.connections).toBe(7 * 12)
    expect(large?.connections).toBeGreaterThan(500)
  })

  test('adds nodes when an operation costs more', () => {
    const [cheap, expensive] = [figures, withCost('readAccount', 50)].map((each) =>
      planFor(1_000_000, each),
    )
    if (cheap === undefined || expensive === undefined) throw new TypeError('there are two')
    expect(coresOf(expensive, 'API nodes')).toBeGreaterThan(coresOf(cheap, 'API nodes'))
    expect(coresOf(expensive, 'stream nodes')).toBe(coresOf(cheap, 'stream nodes'))
  })

  test('adds machines for the wallet service when its calls cost more', () => {
    const [plan, expensive] = [figures, withWalletCost('walletRpc', 'wallet', 50)].map((each) =>
      planFor(1_000_000, each),
    )
    if (plan === undefined || expensive === undefined) throw new TypeError('there are two')
    expect(coresOf(expensive, 'wallet service')).toBeGreaterThan(coresOf(plan, 'wallet service'))
    expect(coresOf(expensive, 'relay')).toBe(coresOf(plan, 'relay'))
  })

  test('names the index when it is the first that cannot grow', () => {
    const { bottleneck } = planFor(1_000_000, withCost('bet', 100))
    expect(bottleneck.name).toBe('index leader and standby')
    expect(bottleneck.share).toBeGreaterThan(1)
  })
})

describe('checkPlan', () => {
  test('keeps within the bounds at the smallest plan', () => {
    expect(findExceeded(checkPlan(10_000, figures))).toEqual([])
  })
})

describe.runIf(inject('isDeep'))('simulateDay', () => {
  test('gives the same result for the same seed', () => {
    const plan = planFor(10_000, figures)
    expect(simulateDay(plan, figures)).toEqual(simulateDay(plan, figures))
  })

  test('reports an index that falls behind', () => {
    const slow = withCost('bet', 1_000)
    const plan = planFor(100_000, slow)
    const sentences = findExceeded({ plan, simulated: simulateDay(plan, slow) })
    expect(sentences.join(' ')).toContain('index leader')
  })

  test('reports machines of the wallet that are too slow', () => {
    const plan = planFor(100_000, figures)
    const exceeded = (slow: Figures) =>
      findExceeded({ plan, simulated: simulateDay(plan, slow) }).join(' ')
    expect(exceeded(withWalletCost('relayMessage', 'relay', 5))).toContain('relay')
    expect(exceeded(withWalletCost('login', 'custody', 900))).toContain('custody and vault')
    expect(exceeded(withWalletCost('walletRpc', 'wallet', 20))).toContain('wallet service')
    expect(exceeded(withWalletCost('walletRpc', 'postgres', 20))).toContain(
      'PostgreSQL of relay and wallet',
    )
  })

  test('simulates every kind of machine that operations keep busy', () => {
    const plan = planFor(100_000, figures)
    const simulated = simulateDay(plan, figures).map(({ name }) => name.split(',')[0] ?? '')
    const missing = plan.stations
      .filter(({ name, busy }) => busy > 0 && !simulated.some((each) => name.startsWith(each)))
      .map(({ name }) => name)
    // A block is written by the index leader and its database, one after the other.
    expect(missing).toEqual(['PostgreSQL primary'])
  })

  test('reports API nodes with too few cores', () => {
    const plan = planFor(100_000, withCost('readAccount', 0.5))
    const simulated = simulateDay(plan, withCost('readAccount', 20))
    expect(findExceeded({ plan, simulated }).join(' ')).toContain('API nodes')
  })
})
