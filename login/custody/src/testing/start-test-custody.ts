import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { APP_ORIGIN } from '@bullring/login-server/testing/signing-device'
import type { RunningService } from '@bullring/server/run-service'
import type { TestDatabase } from '@bullring/server/testing/test-database'
import { type MailServer, startMailServer } from '@bullring/stack/mail/start-mail-server'
import { type Logger, pino } from 'pino'
import { startCustody } from '../app/start-custody.ts'
import { parseConfig } from '../config.ts'
import type { CustodyTables } from '../db/schema.ts'
import type { CustodyLimits } from '../limits.ts'
import { createTestDatabase } from './test-database.ts'

export const PUBLIC_ORIGIN = 'https://wallet.example'

/** A custody service with its database and mail server, and a clock that tests move. */
export type TestCustody = {
  url: string
  database: TestDatabase<CustodyTables>
  mail: MailServer
  /** Key pair of the vault that the service trusts. */
  vaultKey: KeyObject
  vaultPublicKey: KeyObject
  /** Base64, as in the service's configuration. */
  receiptKey: string
  kek: string
  nowMs: () => number
  /** Moves the clocks of the service and the devices. */
  advance: (seconds: number) => void
  /** Starts a second node. */
  startNode: (variables: Readonly<Record<string, string>>) => Promise<RunningService>
  /** Starts the service again with other variables and limits. */
  restart: (
    variables: Readonly<Record<string, string>>,
    limits?: Partial<CustodyLimits>,
  ) => Promise<void>
  stop: () => Promise<void>
}

/** Returns a key-encryption key for `CUSTODY_KEKS`. */
export function createKek(id: string): string {
  return `${id}=${randomBytes(32).toString('base64')}`
}

/** Returns the environment of a service. `overrides` win. */
export function testVariables(
  given: {
    databaseUrl: string
    smtpUrl: string
    vaultPublicKey: KeyObject
    receiptKey: string
    kek: string
  },
  overrides: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const spki = given.vaultPublicKey.export({ format: 'der', type: 'spki' })
  return {
    PORT: '0',
    CUSTODY_PUBLIC_URL: PUBLIC_ORIGIN,
    CUSTODY_DATABASE_URL: given.databaseUrl,
    CUSTODY_PROJECTS: `test=${APP_ORIGIN}`,
    VAULT_PUBLIC_URL: 'https://vault.example',
    CUSTODY_VAULT_PUBLIC_KEY: spki.toString('base64'),
    CUSTODY_RECEIPT_KEY: given.receiptKey,
    WALLET_SERVICE_URL: 'http://127.0.0.1:9',
    CUSTODY_CHAIN_IDS: '31337',
    MAIL_URL: given.smtpUrl,
    MAIL_FROM: 'Bullring <login@bullring.example>',
    CUSTODY_KEKS: given.kek,
    // Each device calls from another address.
    TRUST_PROXY: 'true',
    ...overrides,
  }
}

/**
 * Starts the real service in this process, with a database and a mail server.
 *
 * @param options - `clock`: `test` by default, which `advance` moves for the service too.
 */
export async function startTestCustody(
  adminUrl: string,
  options: {
    log?: Logger
    variables?: Readonly<Record<string, string>>
    clock?: 'database' | 'test'
    limits?: Partial<CustodyLimits>
  } = {},
): Promise<TestCustody> {
  const { log = pino({ level: 'silent' }), variables, clock = 'test' } = options
  const vault = generateKeyPairSync('ed25519')
  const receipt = generateKeyPairSync('ed25519')
  const receiptKey = receipt.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  const kek = createKek('first')
  const [database, mail] = await Promise.all([
    createTestDatabase(adminUrl),
    startMailServer({ port: 0 }),
  ])
  let movedMs = 0
  const nowMs = () => Date.now() + movedMs
  const given = {
    databaseUrl: database.url,
    smtpUrl: mail.smtpUrl,
    vaultPublicKey: vault.publicKey,
    receiptKey,
    kek,
  }
  const start = (
    overrides: Readonly<Record<string, string>> = {},
    changes: Partial<CustodyLimits> = {},
  ) => {
    const config = parseConfig(testVariables(given, { ...variables, ...overrides }))
    const limits = { ...config.limits, ...options.limits, ...changes }
    return startCustody({ ...config, limits }, log, clock === 'test' ? nowMs : undefined)
  }
  let service = await start()
  const custody: TestCustody = {
    url: service.url,
    database,
    mail,
    receiptKey,
    kek,
    nowMs,
    vaultKey: vault.privateKey,
    vaultPublicKey: vault.publicKey,
    advance: (seconds) => {
      movedMs += seconds * 1_000
    },
    startNode: start,
    restart: async (overrides, limits) => {
      await service.stop()
      service = await start(overrides, limits)
      custody.url = service.url
    },
    stop: async () => {
      await service.stop()
      await Promise.all([database.drop(), mail.stop()])
    },
  }
  return custody
}
