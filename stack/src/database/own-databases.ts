import { openSpool } from '../backup/spool.ts'
import { keepArchiving, type WalArchive } from '../backup/wal-archive.ts'
import { requireWritable } from '../backup/writable-folder.ts'
import { damagedData, StackError } from '../errors.ts'
import { portProblem, portProblemText } from '../processes/free-port.ts'
import type { Start } from '../start.ts'
import { ensureServiceDatabase } from './ensure-service-database.ts'
import { ensureKeeperRole } from './keeper-database.ts'
import type { OpenDatabases } from './open-databases.ts'
import { type Postgres, startPostgres } from './postgres.ts'

/**
 * Starts the bundled server, with the databases of all services, and archives its changes.
 *
 * @throws {StackError} when the server does not start, or backups cannot be written.
 */
export function ownDatabases(start: Start): Promise<OpenDatabases> {
  const { folder, progress, keepChild, settings } = start
  const { keeperDatabaseUrl: keeper, backups } = settings
  return progress.step('database (PostgreSQL)', async () => {
    if (backups !== null) await requireWritable(backups.folder, start.note)
    const stopped = new AsyncDisposableStack()
    // Stops after the server, which leaves its last changes.
    start.cleanup.use(stopped)
    const postgres = await startPostgres({
      folder: folder.databaseFolder,
      password: folder.manifest.databasePassword,
      isDurable: true,
      ...(keeper !== null && { port: await keeperPort(keeper) }),
      ...(backups !== null && { parameters: await openSpool(folder.databaseFolder) }),
    }).catch((cause: unknown) => {
      if (cause instanceof StackError) throw cause
      throw damagedData(`The database in ${folder.databaseFolder} does not start`, cause)
    })
    await keepChild(postgres.child, 'postgres')
    const archive = await openArchive(start, postgres)
    if (archive !== null) stopped.defer(archive.stop)
    const { adminUrl } = postgres
    const game = await ensureServiceDatabase(adminUrl, 'game')
    if (keeper !== null) await ensureKeeperRole(adminUrl, keeper)
    const databases = {
      game,
      wallet: await ensureServiceDatabase(adminUrl, 'wallet'),
      custody: await ensureServiceDatabase(adminUrl, 'custody'),
      vault: await ensureServiceDatabase(adminUrl, 'vault'),
      bundler: await ensureServiceDatabase(adminUrl, 'bundler'),
      relay: await ensureServiceDatabase(adminUrl, 'relay'),
    }
    return { databases, archive }
  })
}

/** Null where the operator wants no backups. */
async function openArchive(
  { folder, settings: { backups }, note }: Start,
  { adminUrl }: Postgres,
): Promise<WalArchive | null> {
  if (backups === null) return null
  const { databaseFolder, path: dataDir } = folder
  const makeBase = async (signal: AbortSignal) => {
    // It imports the migrations of all services, and encryption.
    const { runBackup } = await import('../backup/run-backup.ts')
    return await runBackup(backups, { dataDir, days: null, note, signal })
  }
  return await keepArchiving({ ...backups, databaseFolder, adminUrl, makeBase }, note)
}

/** @throws {StackError} when another program has it: PostgreSQL would not start. */
async function keeperPort({ port, hostname }: URL): Promise<number> {
  const problem = await portProblem(hostname, Number(port))
  if (problem === null) return Number(port)
  throw new StackError(
    `Port ${port} of ${hostname} ${portProblemText(problem)}: name another one in KEEPER_DATABASE_URL, and in the keeper's DATABASE_URL.`,
  )
}
