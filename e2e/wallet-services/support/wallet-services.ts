import { generateKeyPairSync } from 'node:crypto'
import {
  createKek,
  testVariables as custodyVariables,
} from '@bullring/custody/testing/start-test-custody'
import { createTestDatabase as createCustodyDatabase } from '@bullring/custody/testing/test-database'
import { type MailServer, startMailServer } from '@bullring/stack/mail/start-mail-server'
import { freePort } from '@bullring/stack/processes/free-port'
import { type Service, type ServiceOptions, startService } from '@bullring/stack/start-service'
import type {} from '@bullring/stack/testing/shared-setup'
import {
  generateTestKeys,
  testVariables as vaultVariables,
} from '@bullring/vault/testing/start-test-vault'
import { createTestDatabase as createVaultDatabase } from '@bullring/vault/testing/test-database'

/** A service in its own process, which tests kill and start again. */
type ServiceProcess<database> = {
  /** The vault's changes with each start. Devices sign the core's. */
  url: () => string
  database: database
  /** Its key-encryption key, `id=base64`. */
  kek: string
  /** Its output. */
  log: readonly string[]
  /** kill -9. Resolves when the process is gone. */
  kill: () => Promise<void>
  pid: () => number
  /** Starts the service again, after {@link kill} or a stop. `variables` win. */
  restart: (variables?: Readonly<Record<string, string>>) => Promise<void>
}

/** Both services of the embedded wallet, each with its database and its keys, and the users' mailbox. */
export type WalletServices = {
  custody: ServiceProcess<Awaited<ReturnType<typeof createCustodyDatabase>>>
  vault: ServiceProcess<Awaited<ReturnType<typeof createVaultDatabase>>> & {
    /** Signs login assertions: PKCS #8, DER in base64. */
    assertionKey: string
  }
  mail: MailServer
  stop: () => Promise<void>
}

/** Starts both services as separate processes. */
export async function startWalletServices(
  adminUrl: string,
  logLevel = 'trace',
): Promise<WalletServices> {
  await using cleanup = new AsyncDisposableStack()
  const mail = await startMailServer({ port: 0 })
  cleanup.defer(mail.stop)
  const [custodyDatabase, vaultDatabase] = await Promise.all([
    createCustodyDatabase(adminUrl),
    createVaultDatabase(adminUrl),
  ])
  cleanup.defer(custodyDatabase.drop)
  cleanup.defer(vaultDatabase.drop)
  const keys = generateTestKeys()
  const custodyPort = await freePort()
  const custodyKek = createKek('first')
  const [vault, custody] = await Promise.all([
    startProcess('vault', {
      ...vaultVariables(keys, vaultDatabase.url, mail.smtpUrl),
      TRUST_PROXY: '',
      // All users of a test call from one address.
      LOGIN_DEVELOPER_LIMITS: 'true',
      LOG_LEVEL: logLevel,
    }),
    startProcess('custody', {
      ...custodyVariables({
        databaseUrl: custodyDatabase.url,
        smtpUrl: mail.smtpUrl,
        vaultPublicKey: keys.assertionPublicKey,
        receiptKey: keys.receiptKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
        kek: custodyKek,
      }),
      PORT: `${custodyPort}`,
      CUSTODY_PUBLIC_URL: `http://127.0.0.1:${custodyPort}`,
      TRUST_PROXY: '',
      LOGIN_DEVELOPER_LIMITS: 'true',
      LOG_LEVEL: logLevel,
    }),
  ])
  cleanup.defer(vault.kill)
  cleanup.defer(custody.kill)
  const running = cleanup.move()
  return {
    custody: { ...custody, database: custodyDatabase, kek: custodyKek },
    vault: {
      ...vault,
      database: vaultDatabase,
      kek: keys.keks,
      assertionKey: keys.assertionKey,
    },
    mail,
    stop: () => running.disposeAsync(),
  }
}

async function startProcess(
  name: ServiceOptions['service'],
  env: Readonly<Record<string, string>>,
): Promise<Omit<ServiceProcess<never>, 'database' | 'kek'>> {
  const log: string[] = []
  const start = (variables: Readonly<Record<string, string>> = {}) =>
    startService({
      service: name,
      env: { ...env, ...variables },
      onLine: (line) => log.push(line),
    })
  let service: Service = await start()
  const kill = async () => {
    service.child.process.kill('SIGKILL')
    await service.child.exited
  }
  return {
    url: () => service.url,
    log,
    pid: () => service.child.pid,
    kill,
    restart: async (variables) => {
      await kill()
      service = await start(variables)
    },
  }
}

/** Returns the key of an attacker who tries to pass for the vault. */
export function foreignAssertionKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
}
