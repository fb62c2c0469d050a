import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '@bullring/server/db/migrate'
import { generateX25519Identity } from 'age-encryption'
import { ensureDatabase } from '../../database/ensure-database.ts'
import { type Postgres, startPostgres } from '../../database/postgres.ts'
import { SERVICE_MIGRATIONS } from '../../database/service-migrations.ts'
import { query } from '../../testing/query.ts'
import { openSpool, waitingFiles } from '../spool.ts'
import { keepArchiving, type WalArchive } from '../wal-archive.ts'

const PASSWORD = 'test'
const WAIT_MS = 60_000
/** Long enough that only `flush` archives, unless a test says otherwise. */
const NEVER_SECONDS = 3_600

/** A bundled server with the databases of all services, whose changes are archived, as `npm start` runs it. */
export type TestInstallation = Awaited<ReturnType<typeof startInstallation>>

/** Starts an installation in a new folder. */
export async function startInstallation({ archiveSeconds = NEVER_SECONDS } = {}) {
  const root = await mkdtemp(join(tmpdir(), 'bullring-backup-'))
  await chmod(root, 0o711)
  const dataDir = join(root, 'data')
  const folder = join(root, 'backups')
  const databaseFolder = join(dataDir, 'postgres')
  const key = await generateX25519Identity()
  const parameters = await openSpool(databaseFolder, archiveSeconds)
  const notes: string[] = []
  const start = async (): Promise<{ postgres: Postgres; archive: WalArchive }> => {
    const options = { folder: databaseFolder, password: PASSWORD, isDurable: false, parameters }
    const postgres = await startPostgres(options)
    const { adminUrl } = postgres
    const makeBase = () => Promise.resolve()
    const followed = { databaseFolder, folder, key, adminUrl, makeBase }
    const archive = await keepArchiving(followed, (note) => notes.push(note))
    return { postgres, archive }
  }
  const { postgres, archive } = await start()
  const installation = JSON.stringify({ databasePassword: PASSWORD })
  await writeFile(join(dataDir, 'bullring.json'), installation)
  for (const [name, migrations] of Object.entries(SERVICE_MIGRATIONS)) {
    await ensureDatabase(postgres.adminUrl, name)
    // The relay never ran.
    if (name !== 'relay') await migrateTo(postgres.databaseUrl(name), migrations)
  }
  await query(postgres.databaseUrl('vault'), 'create table probes (id int8 primary key, note text)')
  return {
    root,
    dataDir,
    folder,
    key,
    installation,
    owner: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    adminUrl: postgres.adminUrl,
    vaultUrl: postgres.databaseUrl('vault'),
    postgres,
    archive,
    notes,
    /** Variables of a program that works on this installation. */
    env: {
      ...{ CHAIN_ID: '97', RPC_URL: 'http://127.0.0.1:1', DATA_DIR: dataDir },
      ...{ BACKUP_DIR: folder, BACKUP_KEY: key },
    },
    /** Archives all changes so far. */
    flush: async () => {
      await query(postgres.adminUrl, 'select pg_switch_wal()')
      const status = join(databaseFolder, 'data', 'pg_wal', 'archive_status')
      await untilNone(async () => (await readdir(status)).filter((name) => name.endsWith('.ready')))
      await untilNone(() => waitingFiles(databaseFolder))
    },
    stop: async () => {
      await postgres.child.stop()
      await archive.stop()
      await rm(root, { recursive: true, force: true })
    },
  }
}

async function migrateTo(
  url: string,
  migrations: (typeof SERVICE_MIGRATIONS)[keyof typeof SERVICE_MIGRATIONS],
): Promise<void> {
  const onIdleError = () => undefined
  await migrate({ url, applicationName: 'test', onIdleError, migrations, variable: 'TEST_URL' })
}

async function untilNone(list: () => Promise<readonly unknown[]>): Promise<void> {
  const deadline = Date.now() + WAIT_MS
  while (Date.now() < deadline) {
    if ((await list()).length === 0) return
    await sleep(50)
  }
  throw new Error('Changes are not archived')
}
