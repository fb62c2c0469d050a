import { setTimeout as sleep } from 'node:timers/promises'
import { type Alarm, createAlarm } from '@bullring/server/alarm'
import { reportFailedStep } from '@bullring/server/chain/report-failed-step'
import { warnConnectionLost } from '@bullring/server/db/warn-connection-lost'
import { errorSummary } from '@bullring/server/error-summary'
import { listen } from '@bullring/server/http/listen'
import { nodeListener } from '@bullring/server/http/node-listener'
import { healthOperations } from '@bullring/server/metrics/health.operations'
import { monitoringOperations } from '@bullring/server/metrics/monitoring.operations'
import { timedFetch } from '@bullring/server/metrics/timed-fetch'
import type { Operation } from '@bullring/server/operations/operation'
import type { RunningService } from '@bullring/server/run-service'
import { startService } from '@bullring/server/start-service'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { type LocalAccount, privateKeyToAccount } from 'viem/accounts'
import { type ChainClient, createChainClient } from '../chain/chain-client.ts'
import type { BundlerConfig } from '../config.ts'
import { openDatabase } from '../db/open-database.ts'
import type { BundlerTables } from '../db/schema.ts'
import { createApp } from '../http/create-app.ts'
import { dayOf, readSpent } from '../limits/budgets.ts'
import { CallLimits } from '../limits/call-limits.ts'
import { createMetrics, type Metrics } from '../metrics/create-metrics.ts'
import type { RelayerStep } from '../relayer/relayer.ts'
import { runRelayer } from '../relayer/run-relayer.ts'
import { createBalanceWarning } from '../relayer/warn-balance.ts'
import { rpcOperation } from '../rpc/rpc.operations.ts'
import { requireChain } from './require-chain.ts'
import { requireRelayer } from './require-relayer.ts'

const BALANCE_INTERVAL_MS = 10_000

type Deps = {
  config: BundlerConfig
  log: Logger
  db: Kysely<BundlerTables>
  chain: ChainClient
  relayer: LocalAccount
  metrics: Metrics
  alarm: Alarm
  nowS: () => number
  onStep: (step: RelayerStep) => void
}

export type StartOptions = {
  /** The clock. Tests move it. */
  nowMs?: () => number
  /** Called between the steps of an operation. Tests end the process there. */
  onStep?: (step: RelayerStep) => void
}

/**
 * Starts the bundler in this process.
 *
 * @throws {BaseError} when it cannot start. Nothing is left running then.
 */
export function startBundler(
  config: BundlerConfig,
  log: Logger,
  { nowMs = Date.now, onStep = () => undefined }: StartOptions = {},
): Promise<RunningService> {
  return startService(log, async ({ signal, onStop }) => {
    const db = await openDatabase(config.databaseUrl, warnConnectionLost(log))
    onStop(() => db.destroy())
    const chain = createChainClient(config.chain, log)
    await requireChain(chain, config.chain.id)
    const metrics = createMetrics()
    const relayer = privateKeyToAccount(config.relayerKey)
    await requireRelayer(db, relayer.address)
    const nowS = () => Math.floor(nowMs() / 1_000)
    const deps: Deps = {
      config,
      log,
      db,
      chain,
      relayer,
      metrics,
      nowS,
      onStep,
      alarm: createAlarm(),
    }
    const app = createApp(bundlerOperations(deps), log)
    const handler = nodeListener(timedFetch(app, metrics, { continuesTraces: true }))
    return {
      // Its callers are our services.
      listen: () => listen(handler, config.http, { maxPerIp: Number.POSITIVE_INFINITY }),
      run: () => [relay(deps, signal), watchBalance(deps, signal)],
      fields: { relayer: relayer.address },
    }
  })
}

function bundlerOperations(deps: Deps): readonly Operation[] {
  const { config, db, chain, relayer, metrics, alarm, nowS, onStep } = deps
  return [
    ...healthOperations({ nowMs: Date.now }),
    ...monitoringOperations({
      metrics,
      metricsToken: config.metricsToken,
      probes: {
        database: () => sql`select 1`.execute(db).then(() => true),
        node: () => chain.getBlockNumber().then(() => true),
      },
    }),
    rpcOperation({
      db,
      chain,
      nowS,
      chainId: config.chain.id,
      relayer: relayer.address,
      maxGasPrice: config.maxGasPrice,
      sponsorship: config.sponsorship,
      onAccepted: () => {
        onStep('accepted')
        alarm.ring()
      },
      callerTokens: config.callerTokens,
      limits: new CallLimits(config.callsPerMinute),
      onCall: metrics.call,
    }),
  ]
}

function relay(deps: Deps, signal: AbortSignal): Promise<void> {
  const { config, db, chain, relayer, metrics, alarm, log, nowS, onStep } = deps
  return runRelayer(
    {
      db,
      chain,
      chainId: config.chain.id,
      account: relayer,
      nowS,
      onStep,
      replaceAfterS: config.replaceAfterSeconds,
      maxGasPrice: config.maxGasPrice,
      onEnd: (outcome, cost) => {
        metrics.ended(outcome, cost)
        log.info({ outcome }, 'operation ended')
      },
      onReplaced: metrics.replaced,
      onCancelled: () => {
        metrics.cancelled()
        log.warn('operation cancelled')
      },
    },
    {
      pollIntervalMs: config.pollIntervalMs,
      alarm,
      onFailure: reportFailedStep(log, 'relayer step failed'),
    },
    signal,
  )
}

/** Without coins the relayer can send nothing, and without budget it pays for no one. */
async function watchBalance(
  { chain, db, relayer, config, metrics, log, nowS }: Deps,
  signal: AbortSignal,
): Promise<void> {
  const warn = createBalanceWarning({ log, address: relayer.address, nowMs: Date.now })
  while (!signal.aborted) {
    try {
      const balance = await chain.getBalance({ address: relayer.address })
      metrics.balance(balance, config.minBalance)
      warn(balance, config.minBalance)
      metrics.budget(config.sponsorship.budgets.all, await readSpent(db, dayOf(nowS())))
    } catch (error) {
      log.debug({ error: errorSummary(error) }, 'relayer balance not read')
    }
    await sleep(BALANCE_INTERVAL_MS, undefined, { signal }).catch(() => undefined)
  }
}
