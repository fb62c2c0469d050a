import { keepArchiving, openSpool } from '../backup/wal-archive.ts'
import { hasOwnBundler } from '../bundler/start-bundler.ts'
import { damagedData, StackError } from '../errors.ts'
import { portProblem, portProblemText } from '../processes/free-port.ts'
import { hasRelay } from '../relay-variables.ts'
import type { StackSettings } from '../settings.ts'
import type { Start } from '../start.ts'
import { ensureFurtherDatabase, type FurtherService } from './ensure-further-database.ts'
import { ensureServiceDatabase } from './ensure-service-database.ts'
import { ensureKeeperRole } from './keeper-database.ts'
import { startPostgres } from './postgres.ts'

/** URLs of the services' databases. */
export type Databases = { game: string } & Record<FurtherService, string>

/**
 * Creates the databases of all services: on the operator's server, or on one that is started here.
 *
 * @throws {StackError} when the server does not start or refuses.
 */
export async function openDatabases(start: Start): Promise<Databases> {
  const { settings, folder } = start
  const { databaseUrl } = settings
  const given = givenDatabases(settings)
  if (databaseUrl === null) return { ...(await ownDatabases(start)), ...given }
  const { embeddedWallet } = settings
  const services: FurtherService[] =
    embeddedWallet === 'off' ? ['wallet'] : ['wallet', 'custody', 'vault']
  if (embeddedWallet !== 'off' && hasOwnBundler(settings)) services.push('bundler')
  if (hasRelay(settings)) services.push('relay')
  const none = { wallet: '', custody: '', vault: '', bundler: '', relay: '' }
  const urls = { game: databaseUrl, ...none, ...given }
  const isNewChain = settings.chain.kind === 'local' && folder.manifest.market === null
  for (const service of services) {
    // The journal of another chain knows nonces that this one does not.
    const isEmptied = service === 'bundler' && isNewChain
    urls[service] ||= await ensureFurtherDatabase(databaseUrl, service, { isEmptied })
  }
  return urls
}

/** Databases that the operator named. */
function givenDatabases({ serviceEnv }: StackSettings): Partial<Databases> {
  const names = ['wallet', 'custody', 'vault', 'bundler', 'relay'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const url = serviceEnv[`${name.toUpperCase()}_DATABASE_URL`]
      return url ? [[name, url]] : []
    }),
  )
}

function ownDatabases(start: Start): Promise<Databases> {
  const { folder, progress, keepChild, settings } = start
  const { keeperDatabaseUrl: keeper } = settings
  return progress.step('database (PostgreSQL)', async () => {
    const archive = new AsyncDisposableStack()
    // Stops after the server, which leaves its last changes.
    start.cleanup.use(archive)
    const postgres = await startPostgres({
      folder: folder.databaseFolder,
      password: folder.manifest.databasePassword,
      isDurable: true,
      ...(keeper !== null && { port: await keeperPort(keeper) }),
      ...(settings.backups !== null && { parameters: await openSpool(folder.databaseFolder) }),
    }).catch((cause: unknown) => {
      if (cause instanceof StackError) throw cause
      throw damagedData(`The database in ${folder.databaseFolder} does not start`, cause)
    })
    await keepChild(postgres.child, 'postgres')
    if (settings.backups !== null) {
      const { folder: backups, key } = settings.backups
      const options = { databaseFolder: folder.databaseFolder, folder: backups, key }
      const { adminUrl } = postgres
      archive.defer((await keepArchiving({ ...options, adminUrl }, start.note)).stop)
    }
    const game = await ensureServiceDatabase(postgres.adminUrl, 'game')
    if (keeper !== null) await ensureKeeperRole(postgres.adminUrl, keeper)
    return {
      game,
      wallet: await ensureServiceDatabase(postgres.adminUrl, 'wallet'),
      custody: await ensureServiceDatabase(postgres.adminUrl, 'custody'),
      vault: await ensureServiceDatabase(postgres.adminUrl, 'vault'),
      bundler: await ensureServiceDatabase(postgres.adminUrl, 'bundler'),
      relay: await ensureServiceDatabase(postgres.adminUrl, 'relay'),
    }
  })
}

/** @throws {StackError} when another program has it: PostgreSQL would not start. */
async function keeperPort({ port, hostname }: URL): Promise<number> {
  const problem = await portProblem(hostname, Number(port))
  if (problem === null) return Number(port)
  throw new StackError(
    `Port ${port} of ${hostname} ${portProblemText(problem)}: name another one in KEEPER_DATABASE_URL, and in the keeper's DATABASE_URL.`,
  )
}
