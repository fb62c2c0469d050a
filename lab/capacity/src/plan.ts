import { averageToPeakHour, type Demand, demandOf } from './demand.ts'
import type { Figures } from './figures.ts'
import { walletLoad } from './wallet-load.ts'

/** Cores of one kind of machine, and why so many. */
type Station = {
  name: string
  /** Busy cores in the busiest seconds. */
  busy: number
  cores: number
  /** Most cores that this part can use; beyond them, something has to change. */
  maxCores: number
}

export type Plan = {
  demand: Demand
  stations: readonly Station[]
  memoryGb: number
  diskGb: number
  egressTb: number
  /** Most connections to the PostgreSQL primary of the game, with one market. */
  connections: number
  /** Share of the chain's gas that the bets of the busiest seconds need. */
  chainShare: number
  costPerMonth: number
  /** What is used most, relative to what there can be. */
  bottleneck: { name: string; share: number }
}

const KIB_PER_GB = 1_024 * 1_024
const MONTH_DAYS = 30
const PROCESS_GB = 0.3
/** The largest server with one PostgreSQL that is easy to rent. */
const DATABASE_CORES = 64
/** Memory per core of a database, which keeps the newest partitions in its cache. */
const DATABASE_GB_PER_CORE = 4

/** Computes machines and money for `players` players a day. */
export function planFor(players: number, figures: Figures): Plan {
  const { profile } = figures
  const demand = demandOf(players, profile)
  const stations = busyCores(demand, figures).map((station) => withCores(station, figures))
  const gasPerSecond = demand.betsPerSecond * profile.chain.gasPerBet.value
  const chainGas = profile.chain.gasPerBlock.value / profile.chain.blockSeconds.value
  const chainShare = gasPerSecond / chainGas
  const sizes = { ...sizesOf(demand, stations, figures), chainShare }
  return {
    ...{ demand, stations, ...sizes },
    connections: connectionsOf(stations, figures),
    costPerMonth: monthlyCost(stations, sizes, figures),
    bottleneck: bottleneckOf(stations, chainShare, figures),
  }
}

type Busy = Pick<Station, 'name' | 'busy' | 'maxCores'> & { least: number }

/** One writer has one core, and each database is twice there: primary and standby. */
function busyCores(demand: Demand, { costs, profile }: Figures): Busy[] {
  const { readsPerSecond: reads, betsPerSecond, broadcastsPerSecond } = demand
  const seconds = (perSecond: number, cpuMs: number | undefined) =>
    (perSecond * (cpuMs ?? 0)) / 1_000
  const sum = (part: 'game' | 'postgres') =>
    seconds(reads.cached, costs.readCached.cpuMs[part]) +
    seconds(reads.uncached, costs.readUncached.cpuMs[part]) +
    seconds(reads.account, costs.readAccount.cpuMs[part])
  const write = (part: 'game' | 'postgres') =>
    seconds(betsPerSecond, costs.bet.cpuMs[part]) +
    seconds(broadcastsPerSecond, costs.block.cpuMs[part])
  const streams = seconds(demand.streams * broadcastsPerSecond, costs.stream.cpuMs.game)
  const login = (part: 'custody' | 'vault' | 'postgres') =>
    seconds(demand.loginsPerSecond, costs.login.cpuMs[part])
  const relay = (part: 'relay' | 'postgres') =>
    seconds(demand.relayMessagesPerSecond, costs.relayMessage.cpuMs[part])
  const wallet = (part: 'wallet' | 'postgres') =>
    walletLoad(demand, costs, part).reduce(
      (sum, { perSecond, cpuMs }) => sum + seconds(perSecond, cpuMs),
      0,
    )
  // One more than hold them: the clients of one that fails need room at the others.
  const processes = Math.ceil(demand.streams / profile.limits.streamsPerProcess.value) + 1
  return [
    { name: 'API nodes', busy: sum('game'), least: 2, maxCores: Number.POSITIVE_INFINITY },
    {
      name: 'stream nodes',
      busy: streams,
      least: Math.max(2, processes),
      maxCores: Number.POSITIVE_INFINITY,
    },
    { name: 'index leader and standby', busy: write('game'), least: 2, maxCores: 2 },
    { name: 'PostgreSQL primary', busy: write('postgres'), least: 2, maxCores: DATABASE_CORES },
    {
      name: 'PostgreSQL replicas',
      busy: sum('postgres'),
      least: 2,
      maxCores: Number.POSITIVE_INFINITY,
    },
    { name: 'relay', busy: relay('relay'), least: 2, maxCores: Number.POSITIVE_INFINITY },
    {
      name: 'wallet service',
      busy: wallet('wallet'),
      least: 2,
      maxCores: Number.POSITIVE_INFINITY,
    },
    {
      name: 'custody and vault',
      busy: login('custody') + login('vault'),
      least: 2,
      maxCores: Number.POSITIVE_INFINITY,
    },
    {
      name: 'PostgreSQL of relay and wallet',
      busy: relay('postgres') + login('postgres') + wallet('postgres'),
      least: 2,
      maxCores: DATABASE_CORES,
    },
    { name: 'load balancers, NATS', busy: 0, least: 4, maxCores: Number.POSITIVE_INFINITY },
  ]
}

function withCores({ least, ...station }: Busy, { profile }: Figures): Station {
  const needed = Math.ceil(station.busy / profile.limits.utilisation.value)
  return { ...station, cores: Math.max(least, Math.min(needed, station.maxCores)) }
}

/** A core runs one process of the game service. The keeper is one more. */
function connectionsOf(stations: readonly Station[], { profile }: Figures): number {
  const game = ['API nodes', 'stream nodes', 'index leader and standby']
  const processes = stations
    .filter(({ name }) => game.includes(name))
    .reduce((sum, { cores }) => sum + cores, 1)
  return processes * profile.limits.connectionsPerProcess.value
}

function sizesOf(
  demand: Demand,
  stations: readonly Station[],
  { costs, profile }: Figures,
): Pick<Plan, 'memoryGb' | 'diskGb' | 'egressTb'> {
  const { limits } = profile
  const databases = stations.filter(({ name }) => name.startsWith('PostgreSQL'))
  const databaseCores = databases.reduce((sum, { cores }) => sum + cores, 0)
  const cores = stations.reduce((sum, each) => sum + each.cores, 0)
  const streamsGb = (demand.streams * (costs.stream.memoryKib ?? 0)) / KIB_PER_GB
  const memoryGb =
    databaseCores * DATABASE_GB_PER_CORE + (cores - databaseCores) * PROCESS_GB + streamsGb
  const rows = demand.betsPerDay * (costs.bet.bytes ?? 0) * limits.retentionDays.value
  // Primary, standby, and the space for one backup.
  const diskGb = 20 + (rows * 3) / 1e9
  const average = averageToPeakHour(profile) / profile.audience.lockFactorReads.value
  const reads = Object.values(demand.readsPerSecond).reduce((sum, each) => sum + each, 0)
  const bytesPerSecond =
    reads * average * limits.bytesPerRead.value +
    demand.streams *
      averageToPeakHour(profile) *
      demand.broadcastsPerSecond *
      limits.bytesPerBroadcast.value
  return { memoryGb, diskGb, egressTb: (bytesPerSecond * 86_400 * MONTH_DAYS) / 1e12 }
}

function monthlyCost(
  stations: readonly Station[],
  { memoryGb, diskGb, egressTb }: Pick<Plan, 'memoryGb' | 'diskGb' | 'egressTb'>,
  { profile }: Figures,
): number {
  const { vcpu, memoryGb: memory, diskGb: disk, egressTb: egress } = profile.monthlyPrices
  const cores = stations.reduce((sum, each) => sum + each.cores, 0)
  return (
    cores * vcpu.value + memoryGb * memory.value + diskGb * disk.value + egressTb * egress.value
  )
}

function bottleneckOf(
  stations: readonly Station[],
  chainShare: number,
  { profile }: Figures,
): Plan['bottleneck'] {
  // One of the two cores of the index is the standby's.
  const usable = ({ name, maxCores }: Station) => (name.startsWith('index') ? 1 : maxCores)
  const bounded = stations
    .filter(({ maxCores }) => Number.isFinite(maxCores))
    .map((station) => ({
      name: station.name,
      share: station.busy / (usable(station) * profile.limits.utilisation.value),
    }))
  const all = [{ name: 'gas of the chain', share: chainShare }, ...bounded]
  return all.reduce((worst, each) => (each.share > worst.share ? each : worst))
}
