import { setTimeout as sleep } from 'node:timers/promises'
import { errorSummary } from '@bullring/server/error-summary'
import { HTTP_PER_IP, listen } from '@bullring/server/http/listen'
import { nodeListener } from '@bullring/server/http/node-listener'
import { timedFetch } from '@bullring/server/metrics/timed-fetch'
import type { RunningService } from '@bullring/server/run-service'
import { startService } from '@bullring/server/start-service'
import type { Logger } from 'pino'
import type { RelayConfig } from '../config.ts'
import { createApp } from '../http/create-app.ts'
import type { Mailboxes } from '../mailboxes.ts'
import { createMetrics } from '../metrics/create-metrics.ts'
import { createRelayNode } from './create-relay-node.ts'
import { openMailboxes } from './open-mailboxes.ts'
import { openSharedLimits } from './open-shared-limits.ts'
import { relayOperations } from './relay-operations.ts'

const CLEANUP_INTERVAL_MS = 5_000

export type StartOptions = {
  /** The clock. Tests move it. */
  nowMs?: () => number
}

/**
 * Starts the relay in this process.
 *
 * @throws {BaseError} when it cannot start. Nothing is left running then.
 */
export function startRelay(
  config: RelayConfig,
  log: Logger,
  { nowMs = Date.now }: StartOptions = {},
): Promise<RunningService> {
  return startService(log, async ({ signal, onStop }) => {
    const metrics = createMetrics()
    const shared = await openSharedLimits(config, log, metrics)
    onStop(() => shared.close())
    const mailboxes = await openMailboxes(config, log, nowMs)
    onStop(() => mailboxes.close())
    const node = createRelayNode({ config, log, mailboxes, metrics, shared: shared.limits, nowMs })
    const operations = relayOperations({ config, node, mailboxes, metrics })
    const app = createApp({ operations, origins: config.origins, log })
    const handler = nodeListener(timedFetch(app, metrics, { continuesTraces: true }))
    // The sockets have a separate limit. The rest is for HTTP.
    const connections = {
      onUpgrade: node.sockets.onUpgrade,
      maxConnections: config.limits.sockets + HTTP_CONNECTIONS,
      maxPerIp: config.limits.socketsPerIp + HTTP_PER_IP,
    }
    return {
      listen: () => listen(handler, config.http, connections),
      run: () => [
        mailboxes.follow(node.catchUp, signal),
        node.sockets.keepAlive(signal),
        shared.run(signal),
        deleteExpired({ mailboxes, log, onExpired: metrics.expired }, signal),
      ],
      drain: node.drain,
      fields: { store: config.store.kind },
    }
  })
}

const HTTP_CONNECTIONS = 2_000

type CleanupDeps = {
  mailboxes: Pick<Mailboxes, 'deleteExpired'>
  log: Logger
  onExpired: (count: number) => void
}

async function deleteExpired(
  { mailboxes, log, onExpired }: CleanupDeps,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for (let count = -1; count !== 0 && !signal.aborted; ) {
        count = await mailboxes.deleteExpired()
        onExpired(count)
      }
    } catch (error) {
      log.warn({ error: errorSummary(error) }, 'cleanup failed')
    }
    await sleep(CLEANUP_INTERVAL_MS, undefined, { signal }).catch(() => undefined)
  }
}
