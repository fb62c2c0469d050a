import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { APP_ORIGIN } from '@bullring/login-server/testing/signing-device'
import type { RunningService } from '@bullring/server/run-service'
import type { TestDatabase } from '@bullring/server/testing/test-database'
import {
  type LoginProvider,
  startLoginProvider,
} from '@bullring/stack/login-provider/start-login-provider'
import { type MailServer, startMailServer } from '@bullring/stack/mail/start-mail-server'
import { type Logger, pino } from 'pino'
import { startVault } from '../app/start-vault.ts'
import { parseConfig } from '../config.ts'
import type { VaultTables } from '../db/schema.ts'
import type { VaultLimits } from '../limits.ts'
import { createTestDatabase } from './test-database.ts'

/** Origin of the frame that may call the test vault. */
export const FRAME_ORIGIN = 'http://127.0.0.1:4999'

/** Keys of a vault. */
export type TestKeys = {
  assertionKey: string
  assertionPublicKey: KeyObject
  /** Key with which custody signs receipts, and its public half in base64. */
  receiptKey: KeyObject
  custodyPublicKey: string
  keks: string
}

/** A vault with its database and mail server. */
export type TestVault = {
  url: string
  keys: TestKeys
  database: TestDatabase<VaultTables>
  mail: MailServer
  loginProvider: LoginProvider
  /** Starts a second node. */
  startNode: () => Promise<RunningService>
  /** Starts the vault again with other variables and limits. */
  restart: (
    variables: Readonly<Record<string, string>>,
    limits?: Partial<VaultLimits>,
  ) => Promise<void>
  stop: () => Promise<void>
}

/** Generates the keys of a vault. */
export function generateTestKeys(): TestKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const custody = generateKeyPairSync('ed25519')
  return {
    assertionKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    assertionPublicKey: publicKey,
    receiptKey: custody.privateKey,
    custodyPublicKey: custody.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    keks: `first=${randomBytes(32).toString('base64')}`,
  }
}

/** Returns the environment of a vault. `overrides` win. */
export function testVariables(
  keys: TestKeys,
  databaseUrl: string,
  smtpUrl: string,
  overrides: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    PORT: '0',
    CUSTODY_PUBLIC_URL: FRAME_ORIGIN,
    CUSTODY_PROJECTS: `test=${APP_ORIGIN}`,
    VAULT_DATABASE_URL: databaseUrl,
    MAIL_URL: smtpUrl,
    MAIL_FROM: 'Bullring <login@bullring.example>',
    VAULT_ASSERTION_KEY: keys.assertionKey,
    VAULT_CUSTODY_PUBLIC_KEY: keys.custodyPublicKey,
    VAULT_KEKS: keys.keks,
    // Each test calls from other addresses than the others.
    TRUST_PROXY: 'true',
    ...overrides,
  }
}

/** Starts the real service in this process, with a database and a mail server. */
export async function startTestVault(
  adminUrl: string,
  {
    log = pino({ level: 'silent' }),
    variables = {},
    limits = {},
  }: {
    log?: Logger
    variables?: Readonly<Record<string, string>>
    limits?: Partial<VaultLimits>
  } = {},
): Promise<TestVault> {
  const keys = generateTestKeys()
  const [database, mail, loginProvider] = await Promise.all([
    createTestDatabase(adminUrl),
    startMailServer({ port: 0 }),
    startLoginProvider({ port: 0 }),
  ])
  const social = {
    OAUTH_LOCAL_URL: loginProvider.url,
    VAULT_OAUTH_CLIENTS: loginProvider.clients,
  }
  const start = (
    overrides: Readonly<Record<string, string>> = {},
    changes: Partial<VaultLimits> = {},
  ): Promise<RunningService> => {
    const all = { ...social, ...variables, ...overrides }
    const config = parseConfig(testVariables(keys, database.url, mail.smtpUrl, all))
    return startVault({ ...config, limits: { ...config.limits, ...limits, ...changes } }, log)
  }
  let service = await start()
  const vault: TestVault = {
    url: service.url,
    keys,
    database,
    mail,
    loginProvider,
    startNode: () => start(),
    restart: async (overrides, changes) => {
      await service.stop()
      service = await start(overrides, changes)
      vault.url = service.url
    },
    stop: async () => {
      await service.stop()
      await Promise.all([database.drop(), mail.stop(), loginProvider.stop()])
    },
  }
  return vault
}
