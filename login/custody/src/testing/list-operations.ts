import { createEnvelope } from '@bullring/login-server/envelope/envelope'
import { localKeys } from '@bullring/login-server/envelope/key-provider'
import { createMailer } from '@bullring/login-server/mail/create-mailer'
import { LOCAL_LIMITS } from '@bullring/server/limits/open-limits'
import type { TestDatabase } from '@bullring/server/testing/test-database'
import { pino } from 'pino'
import { custodyOperations } from '../app/custody-app.ts'
import { parseConfig } from '../config.ts'
import { DeviceChanges } from '../db/device-changes.ts'
import type { CustodyTables } from '../db/schema.ts'
import { createMetrics } from '../metrics/create-metrics.ts'

/** Returns every operation that a service with this configuration has, as `POST /core/devices`. */
export function listOperations(
  { db }: TestDatabase<CustodyTables>,
  variables: Readonly<Record<string, string>>,
): readonly string[] {
  const config = parseConfig(variables)
  const mailer = createMailer(config.mail)
  const { system, api, pages } = custodyOperations({
    config,
    db,
    mailer,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    envelope: createEnvelope(localKeys(config.keks)),
    limits: LOCAL_LIMITS,
    nowMs: Date.now,
    nowS: () => Math.floor(Date.now() / 1_000),
    deviceChanges: new DeviceChanges(),
    stopping: new AbortController().signal,
  })
  mailer.close()
  return [...system, ...api, ...pages].map(({ method, path }) => `${method.toUpperCase()} ${path}`)
}
