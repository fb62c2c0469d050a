import type { DeviceCheck } from '@bullring/login-server/device/verify-device-request'
import { withDevice } from '@bullring/login-server/device/with-device'
import type { Envelope } from '@bullring/login-server/envelope/envelope'
import { createFarcasterRegistry } from '@bullring/login-server/farcaster/farcaster-registry'
import { createFarcasterRelay } from '@bullring/login-server/farcaster/farcaster-relay'
import type { SendMail } from '@bullring/login-server/mail/create-mailer'
import { mailPageLayout } from '@bullring/login-server/pages/mail-page'
import { healthOperations } from '@bullring/server/metrics/health.operations'
import { monitoringOperations } from '@bullring/server/metrics/monitoring.operations'
import type { Context } from 'hono'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { VaultConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { farcasterOperations } from '../farcaster/farcaster.operations.ts'
import type { Farcaster } from '../farcaster/farcaster-login.ts'
import type { AppOptions } from '../http/create-app.ts'
import { createAssertionSigner } from '../logins/sign-assertion.ts'
import type { Metrics } from '../metrics/create-metrics.ts'
import { oauthOperations } from '../oauth/oauth.operations.ts'
import { createProviders } from '../oauth/providers.ts'
import { createMailAllowance } from '../otp/create-mail-allowance.ts'
import { enterCode } from '../otp/enter-code.ts'
import { otpOperations } from '../otp/otp.operations.ts'
import { sendCode } from '../otp/send-code.ts'
import { passkeyOperations } from '../recovery/passkeys.operations.ts'
import { recoveryOperations } from '../recovery/recovery.operations.ts'
import { requireOwner, requireStillProven } from '../recovery/require-owner.ts'
import { undoPageOperations } from '../recovery/undo-page.operations.ts'
import { telegramOperations } from '../telegram/telegram.operations.ts'
import { finishUpdate } from '../update-email/finish-update.ts'
import { updateEmailOperations } from '../update-email/update-email.operations.ts'
import { createUpdateEmail } from '../update-email/update-email.ts'

export type VaultOperationsDeps = {
  config: VaultConfig
  db: Database
  log: Logger
  metrics: Metrics
  envelope: Envelope
  sendMail: SendMail
  /** Mails the owners of wallets whose passkeys were changed. Never throws. */
  sendPasskeyMails: () => Promise<void>
  ipOf: (c: Context) => string
  /** Ends waiting requests. */
  stopping: AbortSignal
}

/** Returns every operation of the service, grouped by who may call it. */
export function vaultOperations(deps: VaultOperationsDeps): AppOptions['operations'] {
  const { config, db, metrics } = deps
  const probes = { database: () => sql`select 1`.execute(db).then(() => true) }
  // Apps, and the frame's own dashboard.
  const origins = new Set([...config.appOrigins, ...config.frameOrigins])
  const check: DeviceCheck = {
    db,
    nowMs: Date.now,
    isKnownOrigin: (origin) => origins.has(origin),
    audience: config.publicOrigin,
  }
  const mails = createMailAllowance(config.limits.mails, () => metrics.mail('used-up'))
  const codes = { ...deps, mails, codeKey: config.codeKey }
  const signAssertion = createAssertionSigner(config.assertionKey)
  const updateEmail = createUpdateEmail({
    db,
    custodyKey: config.custodyKey,
    requireStillProven,
    requireOwner: (owner) => requireOwner(deps, owner),
    frameOrigins: config.frameOrigins,
    signAssertion,
    sendCode: ({ deviceId, place, language }, email, purpose, newEmail) =>
      sendCode(
        codes,
        { deviceId, email, purpose, newEmail },
        // A session of the account is not a stranger to its address, but to the new one.
        { place, language, isOwner: purpose === 'update-primary' },
      ),
    enterCode: ({ otp, ...binding }, onRight) => enterCode(codes, binding, otp, onRight),
  })
  const social = {
    db,
    signAssertion,
    providers: createProviders(config.oauth.localUrl),
    clients: config.oauth.clients,
    frameOrigin: config.frameOrigins[0] ?? '',
  }
  const api = [
    ...otpOperations({ ...codes, signAssertion, custodyKey: config.custodyKey }),
    ...oauthOperations(social),
    ...farcasterOperations({
      ...deps,
      signAssertion,
      frameOrigin: social.frameOrigin,
      farcaster: createFarcaster(config),
    }),
    ...telegramOperations({ db, signAssertion, telegram: config.telegram }),
    ...recoveryOperations({
      ...deps,
      custodyKey: config.custodyKey,
      releasesPerDay: config.limits.releasesPerDay,
    }),
    ...passkeyOperations({ ...deps, custodyKey: config.custodyKey, signAssertion }),
    ...updateEmailOperations({
      ipOf: deps.ipOf,
      updateEmail,
      finishUpdate: (caller, receipt) =>
        finishUpdate({ ...deps, custodyKey: config.custodyKey }, caller, receipt),
    }),
  ]
  return {
    system: [
      ...healthOperations({ nowMs: Date.now }),
      ...monitoringOperations({ metrics, metricsToken: config.metricsToken, probes }),
    ],
    api: api.map((operation) => withDevice(operation, check)),
    pages: undoPageOperations({ ...deps, layout: mailPageLayout(config.brand) }),
  }
}

function createFarcaster({ farcaster }: VaultConfig): Farcaster | null {
  if (farcaster === null) return null
  const { relayUrl, registry } = farcaster
  return { relay: createFarcasterRelay(relayUrl), registry: createFarcasterRegistry(registry) }
}
