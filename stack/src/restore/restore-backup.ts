import { lchown, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type Backup, FILES, type Summary } from '../backup/backup-folder.ts'
import { isOfOtherKey } from '../backup/sealed-file.ts'
import { segmentsAfter } from '../backup/segments.ts'
import { makeFolder } from '../data-folder/make-folder.ts'
import { type DatabaseIdentity, databaseIdentity } from '../database/database-identity.ts'
import { type Postgres, prepareDatabaseFolder, startPostgres } from '../database/postgres.ts'
import { bundledVersion } from '../database/postgres-programs.ts'
import { withClient } from '../database/with-client.ts'
import { StackError } from '../errors.ts'
import { repositoryRoot } from '../repository-root.ts'
import { type CheckedDatabase, checkDatabases } from './check-databases.ts'
import {
  archivedFile,
  REPLAY,
  readHistory,
  requireWhole,
  unpackBase,
  unpackSegments,
  unpackText,
} from './unpack-backup.ts'

/** Replaying the changes of a day takes minutes on a small machine. */
const REPLAY_TIMEOUT_MS = 3_600_000
const POLL_MS = 100
const TIMEOUT_MS = 60_000

const Manifest = z.object({ databasePassword: z.string() })

export type RestoreOptions = {
  /** Data folder to make: missing or empty. */
  target: string
  /** Leaves out what changed later; null for everything. */
  to: Date | null
  key: string
  signal: AbortSignal
}

/**
 * Makes a data folder of a backup and the changes since. Only PostgreSQL runs meanwhile: no service, keeper or relayer.
 *
 * @returns What the databases contain.
 * @throws {StackError} on any doubt. The folder is empty then.
 */
export async function restoreBackup(
  backup: Backup,
  options: RestoreOptions,
): Promise<readonly CheckedDatabase[]> {
  const { target, key, signal } = options
  requireLater(backup, options.to)
  await requireSameMajor(backup.summary)
  const owner = await ownerFor(target)
  const unpacking = { key, identity: owner ?? (await databaseIdentity()), signal }
  await requireWhole(backup, unpacking)
  const segments = await segmentsAfter(backup, options.to, {
    isOfOtherKey: (name) => isOfOtherKey(archivedFile(backup, name), key),
    readHistory: (name) => readHistory(backup, name, unpacking),
  })
  await requireEmpty(target)
  await makeFolder(target, 0o711)
  try {
    const installation = await unpackText(backup, FILES.installation, options)
    const postgres = join(target, 'postgres')
    await prepareDatabaseFolder(postgres, unpacking.identity)
    await unpackBase(backup, join(postgres, 'data'), unpacking)
    await unpackSegments(backup, segments, join(postgres, REPLAY), unpacking)
    const { databasePassword: password } = z.parse(Manifest, JSON.parse(installation))
    const databases = await replay(postgres, backup.summary, {
      password,
      identity: unpacking.identity,
      to: options.to,
      signal,
    })
    await rm(join(postgres, REPLAY), { recursive: true })
    await writeNew(join(target, 'bullring.json'), installation, owner)
    if (owner !== undefined) await lchown(target, owner.uid, owner.gid)
    return databases
  } catch (error) {
    for (const name of await readdir(target))
      await rm(join(target, name), { recursive: true, force: true })
    throw error
  }
}

function requireLater({ name, summary }: Backup, to: Date | null): void {
  if (to === null || to.getTime() >= Date.parse(summary.finishedAt)) return
  throw new StackError(
    `${name} was finished at ${summary.finishedAt}, after the time of --to: name an earlier backup.`,
  )
}

async function requireSameMajor({ postgres, version }: Summary): Promise<void> {
  const bundled = await bundledVersion()
  if (Number.parseInt(bundled, 10) === Number.parseInt(postgres, 10)) return
  throw new StackError(
    `The backup is of PostgreSQL ${postgres}, and this version has ${bundled}: restore with version ${version}.`,
  )
}

async function requireEmpty(target: string): Promise<void> {
  const names = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new StackError(`${target} cannot be read (${error.code}).`, { cause: error })
  })
  if (names.length > 0)
    throw new StackError(`${target} is not empty. Restore to a new folder: --data-dir FOLDER.`)
}

/** Where root restores for a service, the files become the user's who owns the folder above, or else the product. */
async function ownerFor(target: string): Promise<DatabaseIdentity | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const folder of [dirname(target), repositoryRoot]) {
    const found = await stat(folder).catch(() => null)
    if (found !== null && found.uid !== 0) return { uid: found.uid, gid: found.gid }
  }
  return undefined
}

type Replay = Pick<RestoreOptions, 'to' | 'signal'> & {
  password: string
  identity: DatabaseIdentity | undefined
}

/** Starts PostgreSQL, which replays the changes, reads everything, and stops it. */
async function replay(
  folder: string,
  summary: Summary,
  { password, identity, to, signal }: Replay,
): Promise<readonly CheckedDatabase[]> {
  await writeNew(join(folder, 'data', 'recovery.signal'), '', identity)
  const parameters = {
    restore_command: `cp "../${REPLAY}/%f" "%p"`,
    recovery_target_timeline: 'latest',
    ...(to !== null && {
      // PostgreSQL knows no name of a zone yet when it reads this.
      recovery_target_time: to.toISOString().replace('Z', '+00'),
      recovery_target_action: 'promote',
    }),
  }
  const options = {
    folder,
    password,
    isDurable: true,
    identity,
    parameters,
    // It takes connections only when it has replayed what makes the files consistent.
    readyTimeoutMs: REPLAY_TIMEOUT_MS,
  }
  const lines: string[] = []
  const postgres = await startPostgres({ ...options, onLine: (line) => lines.push(line) }).catch(
    (cause: unknown) => {
      throw new StackError(`PostgreSQL cannot restore this: ${lastFatal(lines)}.`, { cause })
    },
  )
  try {
    await waitUntilReplayed(postgres, lines, signal)
    return await checkDatabases(postgres.adminUrl, summary)
  } finally {
    await postgres.child.stop(TIMEOUT_MS)
  }
}

/** Writes a file that is not there yet, nor as a link. */
async function writeNew(
  path: string,
  text: string,
  owner: DatabaseIdentity | undefined,
): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(text)
  if (owner !== undefined) await file.chown(owner.uid, owner.gid)
}

async function waitUntilReplayed(
  { adminUrl, child }: Postgres,
  lines: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + REPLAY_TIMEOUT_MS
  while (Date.now() < deadline) {
    const isRecovering = await withClient(adminUrl, TIMEOUT_MS, async (client) => {
      const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is')
      return rows[0]?.is
    }).catch(() => undefined)
    if (isRecovering === false) return
    if (!child.isRunning())
      throw new StackError(`PostgreSQL cannot restore this: ${lastFatal(lines)}.`)
    await sleep(POLL_MS, undefined, { signal })
  }
  throw new StackError('PostgreSQL did not replay the changes within an hour.')
}

function lastFatal(lines: readonly string[]): string {
  const line = lines.findLast((each) => each.includes('FATAL:')) ?? lines.at(-1) ?? 'no output'
  return line.replace(/^.*FATAL:\s*/, '')
}
