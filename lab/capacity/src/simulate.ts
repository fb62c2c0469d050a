import { seededRandom } from '@bullring/stack/replay/random'
import type { Figures } from './figures.ts'
import type { Plan } from './plan.ts'
import { walletLoad } from './wallet-load.ts'

/** How long operations take at the plan's machines, waiting included. */
export type SimulatedStation = {
  name: string
  operations: number
  p99Ms: number
  /** Most that is acceptable. */
  boundMs: number
}

const READ_BOUND_MS = 100
const BROADCAST_BOUND_MS = 250
const MESSAGE_BOUND_MS = 100
const WALLET_BOUND_MS = 100
/** The user waits for a mail anyway. */
const LOGIN_BOUND_MS = 500
const HOURS = 24
/** Simulated time of each hour: around one lock. */
const WINDOW_SECONDS = 60
/** Fewer servers with the same load per server wait longer, so the result is an upper bound. */
const MAX_SERVERS = 4
/** A service also does other work: garbage collection, timers, logs. */
const PAUSE_SHARE = 0.01
const PAUSE_MS = 20

/** Replays a day with a lock in each hour at the plan's machines. The same seed gives the same result. */
export function simulateDay(plan: Plan, figures: Figures, seed = 1): readonly SimulatedStation[] {
  const day = { plan, figures, seed }
  return [
    simulateReads('API nodes', 'game', day),
    simulateReads('PostgreSQL replicas', 'postgres', day),
    simulateBlocks(day),
    simulateBroadcasts(day),
    simulateRelay(day),
    simulateWallet(day),
    simulateLogins(day),
    simulateWalletDatabase(day),
  ]
}

type Day = { plan: Plan; figures: Figures; seed: number }

function coresOf({ stations }: Plan, name: string): number {
  return stations.find((each) => each.name === name)?.cores ?? 1
}

/** Load of an hour, relative to the peak hour at 20:00: a third of it at night. */
function hourFactor(hour: number): number {
  return 0.66 + 0.34 * Math.cos(((hour - 20) / HOURS) * 2 * Math.PI)
}

/** Rate at a second of the window, relative to the seconds before the lock, which end the window. */
function lockFactor(
  second: number,
  { lockSeconds, factor }: { lockSeconds: number; factor: number },
) {
  return second >= WINDOW_SECONDS - lockSeconds ? 1 : 1 / factor
}

function simulateReads(
  name: string,
  part: 'game' | 'postgres',
  { plan, figures, seed }: Day,
): SimulatedStation {
  const { costs, profile } = figures
  const { cached, uncached, account } = plan.demand.readsPerSecond
  const kinds = [
    { perSecond: cached, cpuMs: costs.readCached.cpuMs[part] },
    { perSecond: uncached, cpuMs: costs.readUncached.cpuMs[part] },
    { perSecond: account, cpuMs: costs.readAccount.cpuMs[part] },
  ]
  const lockFactor = profile.audience.lockFactorReads.value
  return simulateRequests({ name, kinds, lockFactor, boundMs: READ_BOUND_MS }, plan, figures, seed)
}

/** Messages between apps and wallets follow the bets. */
function simulateRelay({ plan, figures, seed }: Day): SimulatedStation {
  const perSecond = plan.demand.relayMessagesPerSecond
  const kinds = [{ perSecond, cpuMs: figures.costs.relayMessage.cpuMs.relay }]
  const lockFactor = figures.profile.audience.lockFactorBets.value
  const requests = { name: 'relay', kinds, lockFactor, boundMs: MESSAGE_BOUND_MS }
  return simulateRequests(requests, plan, figures, seed)
}

/** Most calls of wallets belong to bets. */
function simulateWallet({ plan, figures, seed }: Day): SimulatedStation {
  const kinds = walletLoad(plan.demand, figures.costs, 'wallet')
  const lockFactor = figures.profile.audience.lockFactorBets.value
  const requests = { name: 'wallet service', kinds, lockFactor, boundMs: WALLET_BOUND_MS }
  return simulateRequests(requests, plan, figures, seed)
}

/** Custody and the vault handle a login one after the other, at any time of a round. */
function simulateLogins({ plan, figures, seed }: Day): SimulatedStation {
  const { custody = 0, vault = 0 } = figures.costs.login.cpuMs
  const kinds = [{ perSecond: plan.demand.loginsPerSecond, cpuMs: custody + vault }]
  const requests = { name: 'custody and vault', kinds, lockFactor: 1, boundMs: LOGIN_BOUND_MS }
  return simulateRequests(requests, plan, figures, seed)
}

function simulateWalletDatabase({ plan, figures, seed }: Day): SimulatedStation {
  const { costs, profile } = figures
  const kinds = [
    { perSecond: plan.demand.relayMessagesPerSecond, cpuMs: costs.relayMessage.cpuMs.postgres },
    { perSecond: plan.demand.loginsPerSecond, cpuMs: costs.login.cpuMs.postgres },
    ...walletLoad(plan.demand, costs, 'postgres'),
  ]
  const name = 'PostgreSQL of relay and wallet'
  const lockFactor = profile.audience.lockFactorBets.value
  return simulateRequests(
    { name, kinds, lockFactor, boundMs: MESSAGE_BOUND_MS },
    plan,
    figures,
    seed,
  )
}

/** Requests of one kind of machine: their rates in the busiest seconds, and what each takes. */
type Requests = {
  name: string
  kinds: readonly { perSecond: number; cpuMs: number | undefined }[]
  /** Rate before a lock, relative to the rest of a round. */
  lockFactor: number
  boundMs: number
}

function simulateRequests(
  { name, kinds, lockFactor: factor, boundMs }: Requests,
  plan: Plan,
  { profile }: Figures,
  seed: number,
): SimulatedStation {
  const random = seededRandom(seed)
  const cores = coresOf(plan, name)
  const all = kinds.reduce((sum, { perSecond }) => sum + perSecond, 0)
  const servers = Math.min(cores, MAX_SERVERS)
  const rate = (all * servers) / cores
  const lock = { lockSeconds: profile.audience.lockSeconds.value, factor }
  const serviceMs = () => {
    const mean = meanOf(kinds, random() * all)
    return exponential(random, mean) + (random() < PAUSE_SHARE * (mean / PAUSE_MS) ? PAUSE_MS : 0)
  }
  return worstHour(name, boundMs, (hour) => {
    const waits: number[] = []
    const free = new Array<number>(servers).fill(0)
    const perMs = (rate * hourFactor(hour)) / 1_000
    for (let now = exponential(random, 1 / perMs); now < WINDOW_SECONDS * 1_000; ) {
      // Thinning: requests come at the rate of the busiest seconds, and the others drop some.
      if (random() < lockFactor(now / 1_000, lock)) waits.push(serve(free, now, serviceMs()))
      now += exponential(random, 1 / perMs)
    }
    return waits
  })
}

/** Returns what a request takes on average, in milliseconds; `at` selects its kind by the rates. */
function meanOf(kinds: Requests['kinds'], at: number): number {
  let before = 0
  for (const { perSecond, cpuMs = 0 } of kinds) {
    before += perSecond
    if (at < before) return cpuMs
  }
  return 0
}

/** Collects the times of each hour; the p99 is that of the slowest hour. */
function worstHour(
  name: string,
  boundMs: number,
  timesOf: (hour: number) => readonly number[],
): SimulatedStation {
  const hours = Array.from({ length: HOURS }, (_, hour) => timesOf(hour))
  return {
    ...{ name, boundMs },
    operations: hours.reduce((sum, times) => sum + times.length, 0),
    p99Ms: Math.max(...hours.map((times) => quantile(times, 0.99))),
  }
}

/** Returns the time from arrival to the end, at the server that is free first. */
function serve(free: number[], nowMs: number, serviceMs: number): number {
  let first = 0
  for (let index = 1; index < free.length; index += 1) {
    if ((free[index] ?? 0) < (free[first] ?? 0)) first = index
  }
  const endMs = Math.max(nowMs, free[first] ?? 0) + serviceMs
  free[first] = endMs
  return endMs - nowMs
}

/** The leader writes one block after the other; it must not fall behind the chain. */
function simulateBlocks({ plan: { demand }, figures, seed }: Day): SimulatedStation {
  const { costs, profile } = figures
  const random = seededRandom(seed)
  const { blockSeconds } = profile.chain
  const factor = profile.audience.lockFactorBets.value
  const lock = { lockSeconds: profile.audience.lockSeconds.value, factor }
  // Service and database work one after the other.
  const costOf = (kind: 'bet' | 'block') =>
    (costs[kind].cpuMs.game ?? 0) + (costs[kind].cpuMs.postgres ?? 0)
  return worstHour('index leader, a block', blockSeconds.value * 1_000, (hour) => {
    const waits: number[] = []
    const free = [0]
    for (let second = 0; second < WINDOW_SECONDS; second += blockSeconds.value) {
      const mean =
        demand.betsPerSecond * blockSeconds.value * hourFactor(hour) * lockFactor(second, lock)
      const bets = mean + Math.sqrt(mean) * normal(random)
      waits.push(serve(free, second * 1_000, costOf('block') + Math.max(0, bets) * costOf('bet')))
    }
    return waits
  })
}

/** Each block is sent to all clients of a process. */
function simulateBroadcasts({ plan, figures, seed }: Day): SimulatedStation {
  const { costs, profile } = figures
  const processes = coresOf(plan, 'stream nodes')
  const random = seededRandom(seed)
  const perClientMs = costs.stream.cpuMs.game ?? 0
  return worstHour('stream nodes, a broadcast', BROADCAST_BOUND_MS, (hour) => {
    const waits: number[] = []
    const free = [0]
    const clients = (plan.demand.streams / processes) * hourFactor(hour)
    for (let second = 0; second < WINDOW_SECONDS; second += profile.chain.blockSeconds.value) {
      // Browsers connect to nodes at random.
      const own = clients + Math.sqrt(clients) * normal(random)
      waits.push(serve(free, second * 1_000, own * perClientMs))
    }
    return waits
  })
}

function exponential(random: () => number, mean: number): number {
  return -Math.log(1 - random()) * mean
}

/** Box and Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
