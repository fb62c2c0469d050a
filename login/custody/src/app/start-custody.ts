import { setTimeout as sleep } from 'node:timers/promises'
import { deleteOldNonces } from '@bullring/login-server/device/device-nonces'
import { createEnvelope, type Envelope } from '@bullring/login-server/envelope/envelope'
import { localKeys } from '@bullring/login-server/envelope/key-provider'
import { createMailer, type Mailer } from '@bullring/login-server/mail/create-mailer'
import { deleteOldTelegramLogins } from '@bullring/login-server/telegram/telegram-logins'
import { warnConnectionLost } from '@bullring/server/db/warn-connection-lost'
import { errorSummary } from '@bullring/server/error-summary'
import { guardSite } from '@bullring/server/http/guard-site'
import { listen } from '@bullring/server/http/listen'
import { nodeListener } from '@bullring/server/http/node-listener'
import { openLimits } from '@bullring/server/limits/open-limits'
import { deleteOldEvents } from '@bullring/server/limits/take-allowance'
import { timedFetch } from '@bullring/server/metrics/timed-fetch'
import type { RunningService } from '@bullring/server/run-service'
import { startService } from '@bullring/server/start-service'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { CustodyConfig } from '../config.ts'
import { type DatabaseClock, openDatabaseClock } from '../db/database-clock.ts'
import { DeviceChanges } from '../db/device-changes.ts'
import { openDatabase } from '../db/open-database.ts'
import type { CustodyTables } from '../db/schema.ts'
import { deleteUnusedApprovals } from '../db/trusted-devices.queries.ts'
import { deleteOldLinks } from '../devices/device-links.queries.ts'
import { deleteOldRequests } from '../email/device-requests.queries.ts'
import { deleteOldChanges } from '../email-change/email-changes.queries.ts'
import { sendUndoMails } from '../email-change/send-undo-mails.ts'
import { createMetrics, type Metrics } from '../metrics/create-metrics.ts'
import { rewrapShares } from '../wallets/rewrap-shares.ts'
import { createCustodyApp, undoMailsDeps } from './custody-app.ts'

const CLEANUP_INTERVAL_MS = 60_000

type Deps = {
  config: CustodyConfig
  log: Logger
  db: Kysely<CustodyTables>
  envelope: Envelope
  metrics: Metrics
  mailer: Mailer
  nowS: () => number
  clock: DatabaseClock
}

/**
 * Starts the custody service in this process.
 *
 * @param nowMs - Milliseconds since 1970, for tests that move the time; the database's clock by default.
 * @throws {BaseError} when it cannot start; nothing is left running then.
 */
export function startCustody(
  config: CustodyConfig,
  log: Logger,
  nowMs?: () => number,
): Promise<RunningService> {
  return startService(log, async ({ signal, onStop }) => {
    const db = await openDatabase(config.databaseUrl, warnConnectionLost(log))
    onStop(() => db.destroy())
    const metrics = createMetrics()
    const shared = openLimits({ databaseUrl: config.databaseUrl, service: 'custody', log, metrics })
    onStop(shared.close)
    const mailer = createMailer({ ...config.mail, brand: config.brand })
    onStop(mailer.close)
    const deviceChanges = new DeviceChanges()
    const envelope = createEnvelope(localKeys(config.keks))
    const clock = await openDatabaseClock(db)
    const timeMs = nowMs ?? clock.nowMs
    const nowS = () => Math.floor(timeMs() / 1_000)
    const deps: Deps = { config, log, db, envelope, metrics, mailer, nowS, clock }
    const app = await createCustodyApp({
      ...deps,
      nowMs: timeMs,
      limits: shared.limits,
      deviceChanges,
      stopping: signal,
    })
    const { publicOrigin, http } = config
    const site = {
      publicOrigin,
      allowedOrigins: [],
      proxies: http.proxies,
      urlVariable: 'CUSTODY_PUBLIC_URL',
    }
    const onBreak = () => log.warn('connection for changes lost, reconnecting')
    return {
      listen: () => listen(guardSite(nodeListener(timedFetch(app, metrics)), site), http),
      run: () => [
        runLoops(deps, signal),
        shared.run(signal),
        deviceChanges.run(config.databaseUrl, onBreak, signal),
      ],
    }
  })
}

/** Wraps keys again once, then deletes what has expired and mails what a crash left unmailed. */
async function runLoops(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, envelope, log, metrics } = deps
  await rewrapShares({ db, envelope, log, onRewrapped: metrics.rewrapped }, signal)
  while (!signal.aborted) {
    await sendUndoMails(undoMailsDeps(deps))
    await Promise.all([deps.clock.sync(), deleteExpired(deps)]).catch((error: unknown) =>
      deps.log.warn({ error: errorSummary(error) }, 'cleanup failed'),
    )
    await sleep(CLEANUP_INTERVAL_MS, undefined, { signal }).catch(() => undefined)
  }
}

async function deleteExpired({ db, nowS }: Deps): Promise<void> {
  await deleteOldNonces(db, nowS())
  await deleteOldTelegramLogins(db, nowS())
  await deleteOldRequests(db, nowS())
  await deleteUnusedApprovals(db, nowS())
  await deleteOldChanges(db, nowS())
  await deleteOldLinks(db, nowS())
  await deleteOldEvents(db, sql`${nowS()}::int8`)
  await db.deleteFrom('sessions').where('expires_at', '<', nowS()).execute()
}
