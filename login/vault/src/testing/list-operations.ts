import { createEnvelope } from '@bullring/login-server/envelope/envelope'
import { localKeys } from '@bullring/login-server/envelope/key-provider'
import { createMailer } from '@bullring/login-server/mail/create-mailer'
import type { TestDatabase } from '@bullring/server/testing/test-database'
import { pino } from 'pino'
import { vaultOperations } from '../app/vault-operations.ts'
import { parseConfig } from '../config.ts'
import type { VaultTables } from '../db/schema.ts'
import { createMetrics } from '../metrics/create-metrics.ts'

/** Returns every operation that a service with this configuration has, as `POST /passkeys/put`. */
export function listOperations(
  { db }: TestDatabase<VaultTables>,
  variables: Readonly<Record<string, string>>,
): readonly string[] {
  const config = parseConfig(variables)
  const mailer = createMailer(config.mail)
  const { system, api, pages } = vaultOperations({
    config,
    db,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    envelope: createEnvelope(localKeys(config.keks)),
    sendMail: mailer.send,
    sendPasskeyMails: () => Promise.resolve(),
    ipOf: () => '127.0.0.1',
    stopping: new AbortController().signal,
  })
  mailer.close()
  return [...system, ...api, ...pages].map(({ method, path }) => `${method.toUpperCase()} ${path}`)
}
