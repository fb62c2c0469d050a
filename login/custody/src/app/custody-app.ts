import type { DeviceCheck } from '@bullring/login-server/device/verify-device-request'
import { withDevice } from '@bullring/login-server/device/with-device'
import type { Envelope } from '@bullring/login-server/envelope/envelope'
import { createFarcasterRelay } from '@bullring/login-server/farcaster/farcaster-relay'
import type { Mailer, SendMail } from '@bullring/login-server/mail/create-mailer'
import { linkPath } from '@bullring/login-server/mail/mail-language'
import type { MailContent } from '@bullring/login-server/mail/render-mail'
import { utcTime } from '@bullring/login-server/mail/utc-time'
import { oneAtATime } from '@bullring/login-server/one-at-a-time'
import { mailPageLayout } from '@bullring/login-server/pages/mail-page'
import { clientIp } from '@bullring/server/http/client-ip'
import { withLoopbackNames } from '@bullring/server/http/loopback-names'
import { rateLimit } from '@bullring/server/http/rate-limit'
import type { LimitFactory } from '@bullring/server/limits/open-limits'
import { healthOperations } from '@bullring/server/metrics/health.operations'
import { monitoringOperations } from '@bullring/server/metrics/monitoring.operations'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context, Hono } from 'hono'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { bundlerOperation } from '../bundler/bundler.operations.ts'
import type { Clock } from '../clock.ts'
import type { CustodyConfig } from '../config.ts'
import type { DeviceChanges } from '../db/device-changes.ts'
import type { CustodyTables } from '../db/schema.ts'
import { addDeviceLink } from '../devices/device-links.queries.ts'
import { devicesOperations } from '../devices/devices.operations.ts'
import { removalPageOperations } from '../devices/removal-page.operations.ts'
import { REMOVAL_PATH } from '../devices/removal-page.ts'
import { removedMail } from '../devices/removed-mail.ts'
import { devicePageOperations } from '../email/device-page.operations.ts'
import { emailOperations } from '../email/email.operations.ts'
import { undoneMail } from '../email-change/change-mails.ts'
import { changePageOperations } from '../email-change/change-page.operations.ts'
import { emailChangeOperations } from '../email-change/email-change.operations.ts'
import { sendUndoMails, type UndoMailsDeps } from '../email-change/send-undo-mails.ts'
import { farcasterOperations } from '../farcaster/farcaster.operations.ts'
import { configOperations } from '../frame/config.operations.ts'
import { frameFiles } from '../frame/frame-files.ts'
import { rpcProxyOperation } from '../frame/rpc-proxy.ts'
import { type AppOptions, createApp } from '../http/create-app.ts'
import { createMailAllowance } from '../limits/create-mail-allowance.ts'
import { WAITS_PER_IP } from '../limits/waits.ts'
import { createNotice, type Owner } from '../logins/notify-owner.ts'
import type { MailKind, Metrics } from '../metrics/create-metrics.ts'
import { createEvidenceChecks } from '../sessions/evidence/evidence-checks.ts'
import { loginPages } from '../sessions/evidence/oauth-providers.ts'
import { sessionOperations } from '../sessions/session.operations.ts'
import { telegramOperations } from '../telegram/telegram.operations.ts'
import { recoveryMail } from '../wallets/recovery-mail.ts'
import { type NewRecovery, walletOperations } from '../wallets/wallet.operations.ts'

export type CustodyAppDeps = {
  config: CustodyConfig
  log: Logger
  db: Kysely<CustodyTables>
  envelope: Envelope
  metrics: Metrics
  limits: LimitFactory
  mailer: Mailer
  nowMs: () => number
  nowS: Clock
  deviceChanges: DeviceChanges
  /** Ends waiting requests. */
  stopping: AbortSignal
}

/** The wallet's page loads its files at once. */
const PAGE_REQUESTS = 40

/**
 * Assembles the service's app.
 *
 * @throws {NoFrameError}
 */
export async function createCustodyApp(deps: CustodyAppDeps): Promise<Hono> {
  const { config, log, limits } = deps
  const { http, frameRoot, projects, vault, publicOrigin, brand, telegram } = config
  const limiter = limits.rateLimiter('requests', config.limits.requestsPerMinute, PAGE_REQUESTS)
  return createApp({
    log,
    publicOrigin,
    rules: [rateLimit({ limiter, proxies: http.proxies, nowMs: Date.now })],
    ...custodyOperations(deps),
    frame:
      frameRoot === null
        ? []
        : [
            await frameFiles({
              root: frameRoot,
              projects,
              vaultUrl: vault.publicUrl,
              isInTelegram: telegram !== null,
              brand,
            }),
          ],
  })
}

/** Returns every operation of the service, grouped by who may call it. */
export function custodyOperations(
  deps: CustodyAppDeps,
): Pick<AppOptions, 'system' | 'api' | 'pages'> {
  const { config, db, nowS, nowMs } = deps
  const { http, publicOrigin } = config
  const page = {
    db,
    nowS,
    ipOf: (c: Context) => clientIp(c, http.proxies),
    layout: mailPageLayout(config.brand),
  }
  return {
    system: systemOperations(deps),
    api: [
      ...signedOperations(deps).map((operation) =>
        withDevice(operation, {
          db,
          nowMs,
          audience: publicOrigin,
          isKnownOrigin: isKnownOrigin(config),
        }),
      ),
      ...configOperations({ ...config, socials: loginPages(config.oauth) }),
      rpcProxyOperation({ ...config.walletService, proxies: http.proxies }),
    ],
    pages: [
      ...devicePageOperations(page),
      ...removalPageOperations({
        ...page,
        notifyOwner: notice(deps, 'device-removed', removedMail),
      }),
      ...changePageOperations({ ...page, notifyOwner: notice(deps, 'email-change', undoneMail) }),
    ],
  }
}

/** Apps of the projects, and the frame's own dashboard. */
function isKnownOrigin({ projects, publicOrigin }: CustodyConfig): DeviceCheck['isKnownOrigin'] {
  const origins = new Set([...withLoopbackNames([publicOrigin]), ...[...projects.values()].flat()])
  return (origin) => origins.has(origin)
}

function systemOperations({ config, db, metrics, mailer }: CustodyAppDeps): readonly Operation[] {
  return [
    ...healthOperations({ nowMs: Date.now }),
    ...monitoringOperations({
      metrics,
      metricsToken: config.metricsToken,
      probes: {
        database: () => sql`select 1`.execute(db).then(() => true),
        mail: () => mailer.isReachable(),
      },
      // Known devices sign without mails.
      isReady: ({ database }) => database === 'up',
    }),
  ]
}

function signedOperations(deps: CustodyAppDeps): readonly Operation[] {
  const { config, db, envelope, limits, nowS, stopping, deviceChanges } = deps
  const { proxies } = config.http
  const logins = limits.rateLimiter('logins', config.limits.loginsPerMinute)
  const ipOf = (c: Context) => clientIp(c, proxies)
  const takeLogin = (c: Context) => logins.take(ipOf(c), Date.now())
  const waits = deps.limits.heldCounts('waits', WAITS_PER_IP)
  const onUsedUp = deps.metrics.mailsUsedUp
  const mails = createMailAllowance({ perHour: config.limits.mailsPerHour, nowS, onUsedUp })
  return [
    ...emailOperations({
      db,
      nowS,
      stopping,
      ipOf,
      publicOrigin: config.publicOrigin,
      sendMail: countedMail(deps, 'device'),
      receiptKey: config.receiptKey,
      mails,
      waits,
      deviceChanges,
      takeLogin,
    }),
    ...farcasterOperations({
      relay: config.farcaster && createFarcasterRelay(config.farcaster.relayUrl),
      takeLogin,
    }),
    ...telegramOperations({ db, nowS, takeLogin, telegram: config.telegram }),
    ...emailChangeOperations({
      ...undoMailsDeps(deps),
      mails,
      waits,
      deviceChanges,
      dashboardOrigins: withLoopbackNames([config.publicOrigin]),
      stopping,
      ipOf,
      vaultKey: config.vault.publicKey,
      receiptKey: config.receiptKey,
      // Each run holds a connection to the database while it mails.
      sendUndoMails: oneAtATime(() => sendUndoMails(undoMailsDeps(deps))),
    }),
    ...sessionOperations({
      db,
      nowS,
      vaultKey: config.vault.publicKey,
      receiptKey: config.receiptKey,
      evidenceChecks: createEvidenceChecks(config, db),
    }),
    ...walletOperations({
      db,
      envelope,
      nowS,
      ipOf,
      recoveriesPerDay: config.limits.recoveriesPerDay,
      notifyOwner: notice(deps, 'recovery', recoveryContent(deps)),
    }),
    ...devicesOperations({
      db,
      nowS,
      ipOf,
      vaultKey: config.vault.publicKey,
      notifyOwner: notice(deps, 'device-removed', removedMail),
    }),
    ...(config.bundler === null
      ? []
      : [bundlerOperation({ db, nowS, ipOf, bundler: config.bundler })]),
  ]
}

/** Returns the dependencies of the mails about changes of the address. */
export function undoMailsDeps(
  deps: Pick<CustodyAppDeps, 'config' | 'db' | 'nowS' | 'log' | 'mailer' | 'metrics'>,
): UndoMailsDeps {
  const { config, db, nowS, log } = deps
  const sendMail = countedMail(deps, 'email-change')
  return { db, nowS, log, publicOrigin: config.publicOrigin, sendMail }
}

function countedMail(
  { mailer, metrics }: Pick<CustodyAppDeps, 'mailer' | 'metrics'>,
  kind: MailKind,
): SendMail {
  return async (to, mail) => {
    try {
      await mailer.send(to, mail)
      metrics.mail(kind, 'sent')
    } catch (error) {
      metrics.mail(kind, 'failed')
      throw error
    }
  }
}

/** Returns a function that mails an owner a notice. */
function notice<details>(
  deps: CustodyAppDeps,
  kind: MailKind,
  contentOf: (details: details, owner: Owner) => MailContent | Promise<MailContent>,
) {
  const { db, log } = deps
  return createNotice({ db, log, sendMail: countedMail(deps, kind) }, contentOf)
}

/** Returns a function that writes the mail about a recovery. Each mail has a separate link. */
function recoveryContent({ db, nowS, config }: CustodyAppDeps) {
  return async (recovery: NewRecovery, { userId }: Owner): Promise<MailContent> => {
    const { deviceId, isNew, language } = recovery
    const token = isNew ? await addDeviceLink(db, { userId, deviceId }, nowS()) : null
    const removeUrl =
      token === null ? null : config.publicOrigin + linkPath(REMOVAL_PATH, token, language)
    return recoveryMail({ ...recovery, time: utcTime(nowS(), language), removeUrl })
  }
}
