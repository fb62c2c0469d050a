import { warnConnectionLost } from '@bullring/server/db/warn-connection-lost'
import { guardSite, guardUpgrades } from '@bullring/server/http/guard-site'
import { HTTP_PER_IP, type Listener, listen } from '@bullring/server/http/listen'
import { openLimits } from '@bullring/server/limits/open-limits'
import type { RunningService } from '@bullring/server/run-service'
import type { Logger } from 'pino'
import type { GameConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import {
  type ConnectionOptions,
  type Connections,
  openConnections,
} from '../db/open-connections.ts'
import { createMetrics, type Metrics } from '../metrics/create-metrics.ts'
import { followBackups } from '../operator/follow-backups.ts'
import { ConnectionLimit } from '../stream/connection-limit.ts'
import { databaseSteps } from '../stream/postgres/follow-journal.ts'
import type { OpenSteps } from '../stream/step-source.ts'
import { TimeSlices } from '../stream/time-slices.ts'
import { gameListener, gameUpgrades } from './game-app.ts'
import type { GameDeps } from './game-operations.ts'
import { keeperSender } from './loops/keeper-loop.ts'
import { keeperLeadership } from './loops/leaderships.ts'
import { type Keeper, openMarket, type SharedDeps } from './markets/market.ts'
import { MarketSlot } from './markets/market-slot.ts'
import { Markets } from './markets/markets.ts'
import { openChain, type ProcessChain } from './open-chain.ts'
import { openShedder } from './open-shedder.ts'
import { type AskDoctor, createOperator } from './operator/operator.ts'
import { payoutLoop } from './payouts/payout-loop.ts'
import { pushLoop } from './push-delivery.ts'
import { oneDatabase } from './reads/one-database.ts'
import type { ReadSource, TableReads } from './reads/read-source.ts'
import { webhookLoop } from './webhooks/webhook-loop.ts'

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
  askDoctor: AskDoctor | null = null,
): Promise<RunningService> {
  const stopping = new AbortController()
  const metrics = createMetrics(Date.now)
  const unfollowBackups = followBackups(metrics.backups)
  const steps = await openStepSource(config, metrics)
  const onIdleError = warnConnectionLost(log)
  const pools = { onIdleError, shedder: openShedder(metrics) }
  const source = await openReadSource(config, { ...pools, log, metrics })
  const tables = openTables(config, source, pools)
  const chain = openChain(config, { log, metrics })
  const keeper = createKeeper(chain, config, log)
  const shared = openLimits({ databaseUrl: config.databaseUrl, service: 'game', log, metrics })
  const { limits } = shared
  const maxPerIp = config.http.streamsPerIp
  const perIp = limits.heldCounts('streams', maxPerIp)
  const slots = createSlots(
    {
      config,
      metrics,
      chain,
      onProgress,
      keeper,
      connections: new ConnectionLimit({ maxPerIp, perIp }),
      slices: new TimeSlices(),
      openSteps: steps.open,
    },
    tables,
    log,
  )
  let listener: Listener | null = null
  let running: Promise<void> = Promise.resolve()
  const stop = async () => {
    stopping.abort()
    unfollowBackups()
    await Promise.all([...slots.map((slot) => slot.close()), listener?.close()])
    await steps.close()
    await running.catch(() => undefined)
    for (const { reads } of tables.values()) await reads.close()
    await shared.close()
  }
  try {
    if (config.roles.has('index')) {
      await migrate(config.databaseUrl)
      await openAll(slots)
    }
    const { written, reads } = tablesOf(tables, null)
    const markets = new Markets(slots)
    const { client } = chain
    const accounts = { db: written.db, reads: reads.db }
    const operator = createOperator({ config, metrics, slots, reads: reads.db, askDoctor })
    const deps = { config, log, metrics, limits, client, markets, operator, ...accounts }
    listener = await listenTo(deps)
    const started = slots.map((slot) => slot.run(stopping.signal))
    const isReached = config.roles.has('api') || config.roles.has('stream')
    const loops = [
      pushLoop(deps)(stopping.signal),
      webhookLoop(deps)(stopping.signal),
      payoutLoop({ ...deps, keeper })(stopping.signal),
      keeper?.leadership.run(stopping.signal),
      isReached ? shared.run(stopping.signal) : null,
      operator?.watch.run(stopping.signal),
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

function createKeeper({ client }: ProcessChain, config: GameConfig, log: Logger): Keeper | null {
  const sender = keeperSender(client, config)
  if (sender === null || config.keeper === null) return null
  return { sender, leadership: keeperLeadership(config, config.keeper, log) }
}

/** Replicas are loaded only where one is configured. */
async function openReadSource(
  { readUrl, roles }: GameConfig,
  options: ConnectionOptions & { log: Logger; metrics: Metrics },
): Promise<ReadSource> {
  if (readUrl === null) return oneDatabase
  const { replicaSource } = await import('./reads/replica/replica-source.ts')
  return replicaSource({ ...options, url: readUrl, hasApi: roles.has('api') })
}

/** The tables of each schema; those of accounts are in `null`, with the default market's. */
type Tables = ReadonlyMap<string | null, { written: Connections; reads: TableReads }>

function openTables(
  { databaseUrl, markets }: GameConfig,
  source: ReadSource,
  options: ConnectionOptions,
): Tables {
  const schemas = new Set([null, ...markets.map(({ schema }) => schema)])
  return new Map(
    [...schemas].map((schema) => {
      const written = openConnections(databaseUrl, schema, options)
      return [schema, { written, reads: source.open(written, schema) }]
    }),
  )
}

function tablesOf(tables: Tables, schema: string | null) {
  const found = tables.get(schema)
  if (found === undefined) throw new Error(`The tables of ${schema} are not open.`)
  return found
}

function createSlots(deps: SharedDeps, tables: Tables, log: Logger): MarketSlot[] {
  const { markets } = deps.config
  const isAlone = markets.length === 1
  return markets.map((market) => {
    const marketLog = isAlone ? log : log.child({ market: market.symbol })
    const { written, reads } = tablesOf(tables, market.schema)
    return new MarketSlot({
      config: market,
      log: marketLog,
      open: () => openMarket({ ...deps, market, log: marketLog, written, tables: reads }),
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

async function listenTo(deps: GameDeps): Promise<Listener> {
  const { http } = deps.config
  // X-Forwarded-Host is checked where it is used: some proxies pass on what their caller sent.
  const site = { ...http, proxies: 0, urlVariable: 'GAME_PUBLIC_URL' }
  const onUpgrade = gameUpgrades(deps.config)
  return listen(guardSite(await gameListener(deps), site), http, {
    maxPerIp: http.streamsPerIp + HTTP_PER_IP,
    ...(onUpgrade !== null && { onUpgrade: guardUpgrades(onUpgrade, site) }),
  })
}
