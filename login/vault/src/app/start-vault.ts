import { setTimeout as sleep } from 'node:timers/promises'
import { deleteOldNonces } from '@bullring/login-server/device/device-nonces'
import { createEnvelope, type Envelope } from '@bullring/login-server/envelope/envelope'
import { localKeys } from '@bullring/login-server/envelope/key-provider'
import { createMailer, type Mailer, type SendMail } from '@bullring/login-server/mail/create-mailer'
import { oneAtATime } from '@bullring/login-server/one-at-a-time'
import { deleteOldTelegramLogins } from '@bullring/login-server/telegram/telegram-logins'
import { warnConnectionLost } from '@bullring/server/db/warn-connection-lost'
import { errorSummary } from '@bullring/server/error-summary'
import { clientIp } from '@bullring/server/http/client-ip'
import { guardSite } from '@bullring/server/http/guard-site'
import { listen } from '@bullring/server/http/listen'
import { nodeListener } from '@bullring/server/http/node-listener'
import { rateLimit } from '@bullring/server/http/rate-limit'
import { type LimitFactory, openLimits } from '@bullring/server/limits/open-limits'
import { timedFetch } from '@bullring/server/metrics/timed-fetch'
import type { RunningService } from '@bullring/server/run-service'
import { startService } from '@bullring/server/start-service'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { VaultConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { deleteHeldShares } from '../db/held-shares.queries.ts'
import { openDatabase } from '../db/open-database.ts'
import { deleteOldChanges } from '../db/passkey-changes.queries.ts'
import { deleteExpiredChannels } from '../farcaster/farcaster.queries.ts'
import { createApp } from '../http/create-app.ts'
import { createMetrics, type Metrics } from '../metrics/create-metrics.ts'
import { deleteExpiredCodes } from '../otp/otp.queries.ts'
import { rewrapShares } from '../recovery/rewrap-shares.ts'
import { sendPasskeyMails } from '../recovery/send-passkey-mails.ts'
import { deleteOldEvents } from '../take-allowance.ts'
import { deleteExpiredUpdates } from '../update-email/update-email.queries.ts'
import { vaultOperations } from './vault-operations.ts'

type Deps = {
  config: VaultConfig
  log: Logger
  db: Database
  metrics: Metrics
  limits: LimitFactory
  envelope: Envelope
  sendMail: SendMail
  sendPasskeyMails: () => Promise<void>
  /** Aborts when the service stops. */
  stopping: AbortSignal
}

/**
 * Starts the vault in this process.
 *
 * @throws {BaseError} when it cannot start. Nothing is left running then.
 */
export function startVault(config: VaultConfig, log: Logger): Promise<RunningService> {
  return startService(log, async ({ signal, url, onStop }) => {
    const db = await openDatabase(config.databaseUrl, warnConnectionLost(log))
    onStop(() => db.destroy())
    const metrics = createMetrics()
    const shared = openLimits({ databaseUrl: config.databaseUrl, service: 'vault', log, metrics })
    onStop(shared.close)
    const mailer = createMailer({ ...config.mail, brand: config.brand })
    onStop(mailer.close)
    const envelope = createEnvelope(localKeys(config.keks))
    const sendMail = countedMail(mailer, metrics)
    const publicOrigin = () => config.publicOrigin ?? url() ?? ''
    const mailPasskeys = oneAtATime(() => sendPasskeyMails({ db, sendMail, publicOrigin, log }))
    const app = createVaultApp({
      config,
      log,
      db,
      metrics,
      limits: shared.limits,
      envelope,
      sendMail,
      sendPasskeyMails: mailPasskeys,
      stopping: signal,
    })
    const site = {
      publicOrigin: config.publicOrigin,
      allowedOrigins: [],
      proxies: config.http.proxies,
      urlVariable: 'VAULT_PUBLIC_URL',
    }
    const guarded = guardSite(nodeListener(timedFetch(app, metrics)), site)
    return {
      listen: () => listen(guarded, config.http),
      run: () => {
        void reportUnreachableMail(mailer, log)
        return [
          rewrapShares({ db, envelope, log, onRewrapped: metrics.rewrapped }, signal),
          keepClean({ db, log, sendPasskeyMails: mailPasskeys }, signal),
          shared.run(signal),
        ]
      },
    }
  })
}

/** A login sends several requests, each with a preflight request. */
const LOGIN_REQUESTS = 20

function createVaultApp(deps: Deps): Hono {
  const { config, log, limits } = deps
  const { proxies } = config.http
  const limiter = limits.rateLimiter('requests', config.limits.requestsPerMinute, LOGIN_REQUESTS)
  return createApp({
    log,
    frameOrigins: config.frameOrigins,
    rules: [rateLimit({ limiter, proxies, nowMs: Date.now })],
    operations: vaultOperations({ ...deps, ipOf: (c) => clientIp(c, proxies) }),
  })
}

function countedMail(mailer: Mailer, metrics: Metrics): SendMail {
  return async (to, mail) => {
    try {
      await mailer.send(to, mail)
      metrics.mail('sent')
    } catch (error) {
      metrics.mail('failed')
      throw error
    }
  }
}

const CLEANUP_INTERVAL_MS = 5 * 60_000

/** Deletes expired rows, and sends mails that a crash left unsent, until `signal` aborts. */
async function keepClean(
  { db, log, sendPasskeyMails }: Pick<Deps, 'db' | 'log' | 'sendPasskeyMails'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sendPasskeyMails()
    await deleteExpired(db).catch((error: unknown) =>
      log.warn({ error: errorSummary(error) }, 'cleanup failed'),
    )
    await sleep(CLEANUP_INTERVAL_MS, undefined, { signal }).catch(() => undefined)
  }
}

async function deleteExpired(db: Database): Promise<void> {
  const nowS = Math.floor(Date.now() / 1_000)
  await deleteOldNonces(db, nowS)
  await deleteOldTelegramLogins(db, nowS)
  await deleteExpiredCodes(db)
  await deleteOldEvents(db)
  await deleteExpiredUpdates(db)
  await deleteExpiredChannels(db)
  await deleteHeldShares(db)
  await deleteOldChanges(db)
}

/** The service runs without its mail server: those who are logged in need no mail. */
async function reportUnreachableMail(mailer: Mailer, log: Logger): Promise<void> {
  try {
    await mailer.isReachable()
  } catch (error) {
    log.warn({ error: errorSummary(error) }, 'mail server not reachable')
  }
}
