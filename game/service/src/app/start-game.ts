import { warnConnectionLost } from '@bullring/server/db/warn-connection-lost'
import { guardSite, guardUpgrades } from '@bullring/server/http/guard-site'
import { HTTP_PER_IP, type Listener, listen } from '@bullring/server/http/listen'
import type { LoadShedder } from '@bullring/server/limits/load-shedder'
import { openLimits } from '@bullring/server/limits/open-limits'
import type { RunningService } from '@bullring/server/run-service'
import type { Logger } from 'pino'
import { createChainClient } from '../chain/chain-client.ts'
import type { GameConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import type { Databases } from '../db/open-databases.ts'
import { openDatabases } from '../db/open-databases.ts'
import { ReplicaSwitch } from '../db/replica-switch.ts'
import { createMetrics, type Metrics } from '../metrics/create-metrics.ts'
import { ConnectionLimit } from '../stream/connection-limit.ts'
import { databaseSteps } from '../stream/postgres/database-steps.ts'
import type { OpenSteps } from '../stream/step-source.ts'
import { TimeSlices } from '../stream/time-slices.ts'
import { gameListener, gameUpgrades } from './game-app.ts'
import type { GameRuntime } from './game-runtime.ts'
import { keeperSender } from './loops/keeper-sender.ts'
import { keeperLeadership } from './loops/leaderships.ts'
import { createLeaderboards } from './markets/leaderboards.ts'
import type { Keeper, MarketRuntimeDeps } from './markets/market-runtime.ts'
import { openMarket } from './markets/market-runtime.ts'
import { MarketSlot } from './markets/market-slot.ts'
import { createMarkets } from './markets/markets.ts'
import { openShedder } from './open-shedder.ts'
import { pushLoop } from './push-delivery.ts'

/**
 * Starts what the roles of this process need. Resolves once every index is at the head of the chain; of several
 * markets, some may have failed.
 *
 * @throws {BaseError} with the reason in one sentence; nothing is left running then.
 */
export async function startGame(
  config: GameConfig,
  log: Logger,
  onProgress: (text: string) => void = () => undefined,
): Promise<RunningService> {
  const stopping = new AbortController()
  const metrics = createMetrics(Date.now)
  const steps = await openStepSource(config, metrics)
  const replica = createReplicaSwitch(config, log, metrics)
  const databases = openAllDatabases(config, log, { replica, shedder: openShedder(metrics) })
  const keeper = createKeeper(config, log)
  const shared = openLimits({ databaseUrl: config.databaseUrl, service: 'game', log, metrics })
  const { limits } = shared
  const maxPerIp = config.http.streamsPerIp
  const perIp = limits.heldCounts('streams', maxPerIp)
  const connections = new ConnectionLimit({ maxPerIp, perIp })
  const slices = new TimeSlices()
  const slotDeps = {
    config,
    log,
    metrics,
    onProgress,
    keeper,
    connections,
    slices,
    replica,
    openSteps: steps.open,
  }
  const slots = createSlots(slotDeps, databases)
  let listener: Listener | null = null
  let running: Promise<void> = Promise.resolve()
  const stop = async () => {
    stopping.abort()
    await Promise.all([...slots.map((slot) => slot.close()), listener?.close()])
    await steps.close()
    await running.catch(() => undefined)
    for (const opened of new Set(databases)) await opened.close()
    await shared.close()
  }
  try {
    if (config.roles.has('index')) {
      await migrate(config.databaseUrl)
      await openAll(slots)
    }
    const markets = createMarkets(slots, 'usual')
    const runtime = {
      ...{ config, log, metrics, limits, db: databases[0].primary, databases: databases[0] },
      markets,
      leaderboards: createLeaderboards({
        ...{ markets, shared: databases[0].reads, metrics },
        proxies: config.http.proxies,
      }),
      primaryMarkets: createMarkets(slots, 'primary'),
    }
    listener = await listenTo(runtime)
    const started = slots.map((slot) => slot.run(stopping.signal))
    const isReached = config.roles.has('api') || config.roles.has('stream')
    const loops = [
      pushLoop(runtime)(stopping.signal),
      keeper?.leadership.run(stopping.signal),
      isReached ? shared.run(stopping.signal) : null,
    ]
    running = Promise.all([...started.map((market) => market.running), ...loops]).then(
      () => undefined,
    )
    await Promise.race([Promise.all(started.map(({ ready }) => ready)), running])
    log.info({ url: listener.url }, 'ready')
    return { url: listener.url, running, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** NATS is loaded only where it is configured: one machine reads its database. */
async function openStepSource(
  { natsServers }: GameConfig,
  metrics: Metrics,
): Promise<{ open: OpenSteps; close: () => Promise<void> }> {
  if (natsServers.length === 0) return { open: databaseSteps, close: () => Promise.resolve() }
  const { openNatsSteps } = await import('../stream/nats/nats-steps.ts')
  return openNatsSteps(natsServers, metrics.natsDisconnected)
}

function createKeeper(config: GameConfig, log: Logger): Keeper | null {
  const sender = keeperSender(createChainClient(config.chain, log), config)
  if (sender === null || config.keeper === null) return null
  return { sender, leadership: keeperLeadership(config, config.keeper, log) }
}

function createReplicaSwitch(
  { readUrl }: GameConfig,
  log: Logger,
  metrics: Metrics,
): ReplicaSwitch {
  if (readUrl !== null) metrics.replicaUsed(true)
  return new ReplicaSwitch((isUsable) => {
    metrics.replicaUsed(isUsable)
    if (isUsable) log.info('replica has caught up')
    else log.warn('replica is late, reading from the primary server')
  })
}

/** Opens the database of accounts and the default market first, then one for each market. */
function openAllDatabases(
  { databaseUrl, readUrl, markets }: GameConfig,
  log: Logger,
  { replica: { isUsable: usesReplica }, shedder }: { replica: ReplicaSwitch; shedder: LoadShedder },
): [Databases, ...Databases[]] {
  const onIdleError = warnConnectionLost(log)
  const open = (schema: string | null) =>
    openDatabases({ databaseUrl, readUrl, usesReplica, onIdleError, shedder }, schema)
  const shared = open(null)
  return [shared, ...markets.map(({ schema }) => (schema === null ? shared : open(schema)))]
}

type SlotDeps = Omit<MarketRuntimeDeps, 'marketConfig' | 'databases'>

function createSlots(
  deps: SlotDeps,
  [shared, ...databases]: [Databases, ...Databases[]],
): MarketSlot[] {
  const { config, log } = deps
  const isAlone = config.markets.length === 1
  return config.markets.map((marketConfig, index) => {
    const marketLog = isAlone ? log : log.child({ market: marketConfig.symbol })
    return new MarketSlot({
      marketConfig,
      log: marketLog,
      databases: databases[index] ?? shared,
      open: (slot) => openMarket({ ...deps, ...slot, log: marketLog }),
      isAlone,
    })
  })
}

/** Opens all markets. Rejects when none can be opened. */
async function openAll(slots: readonly MarketSlot[]): Promise<void> {
  const outcomes = await Promise.allSettled(slots.map((slot) => slot.open()))
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  )
  if (failures.length === slots.length) throw failures[0]
}

async function listenTo(runtime: GameRuntime): Promise<Listener> {
  const { http } = runtime.config
  // X-Forwarded-Host is checked where it is used: some proxies pass on what their caller sent.
  const site = { ...http, proxies: 0, urlVariable: 'GAME_PUBLIC_URL' }
  const onUpgrade = gameUpgrades(runtime.config)
  return listen(guardSite(await gameListener(runtime), site), http, {
    maxPerIp: http.streamsPerIp + HTTP_PER_IP,
    ...(onUpgrade !== null && { onUpgrade: guardUpgrades(onUpgrade, site) }),
  })
}
