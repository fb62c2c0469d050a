import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StackError } from '../errors.ts'
import { type Child, startChild } from '../processes/child.ts'
import { freePort, portProblem } from '../processes/free-port.ts'
import { type DatabaseIdentity, databaseIdentity } from './database-identity.ts'
import { type PostgresPrograms, postgresPrograms, programsIn } from './postgres-programs.ts'
import { isReachable } from './reachable.ts'

const run = promisify(execFile)

export type Postgres = { adminUrl: string; databaseUrl: (name: string) => string; child: Child }

export type PostgresOptions = {
  /** Folder of the server's files; created if missing. */
  folder: string
  password: string
  /** False trades crash safety for speed: for tests. */
  isDurable: boolean
  /** Folder of programs to use instead of the bundled ones. */
  programsFolder?: string | undefined
  /** Port to listen on; a free one by default. */
  port?: number | undefined
  /** File to use instead of the `postgresql.conf` in the data folder; the server's user must be able to read it. */
  configFile?: string | undefined
  /** Parameters of the server, by name. */
  parameters?: Readonly<Record<string, string>>
  /** User to run as; by default the one of `databaseIdentity`. */
  identity?: DatabaseIdentity | undefined
  /** Longest start, which replays changes; a minute by default. */
  readyTimeoutMs?: number | undefined
  onLine?: ((line: string) => void) | undefined
}

const READY_TIMEOUT_MS = 60_000
const USER = 'bullring'
const READY = /database system is ready to accept (?:read-only )?connections/
const LOCALE = ['--locale=C', '--encoding=UTF8']

/**
 * Starts a PostgreSQL server, bundled by default, on a free port of 127.0.0.1, creating its data folder if needed.
 *
 * @throws {StackError} when it cannot run on this system; another error, with the server's last output, when it does
 *   not become ready.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const identity = options.identity ?? (await databaseIdentity())
  await prepareDatabaseFolder(options.folder, identity)
  const programs =
    options.programsFolder === undefined
      ? await postgresPrograms(options.folder, identity)
      : programsIn(options.programsFolder)
  const data = join(options.folder, 'data')
  const isNew = (await stat(join(data, 'PG_VERSION')).catch(() => null)) === null
  if (isNew) await createCluster(programs, data, options, identity)
  const port = options.port ?? (await freePort())
  let saysReady = false
  const child = startChild({
    name: 'PostgreSQL',
    command: programs.postgres,
    args: [
      ['-D', data, '-p', `${port}`, '-c', 'listen_addresses=127.0.0.1'],
      ['-c', 'unix_socket_directories=', '-c', 'max_connections=200'],
      options.isDurable
        ? []
        : ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off'],
      options.configFile === undefined ? [] : ['-c', `config_file=${options.configFile}`],
      Object.entries(options.parameters ?? {}).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]),
    ].flat(),
    cwd: data,
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
    identity,
    // SIGINT is PostgreSQL's fast shutdown: it closes sessions instead of waiting for them.
    stopSignal: 'SIGINT',
    onLine: (line) => {
      saysReady ||= READY.test(line)
      options.onLine?.(line)
    },
  })
  try {
    const { readyTimeoutMs = READY_TIMEOUT_MS } = options
    await waitUntilReady(child, port, { saysReady: () => saysReady, limitMs: readyTimeoutMs })
  } catch (error) {
    await child.stop(0)
    throw error
  }
  const databaseUrl = (name: string) =>
    `postgres://${USER}:${options.password}@127.0.0.1:${port}/${name}`
  return { adminUrl: databaseUrl('postgres'), databaseUrl, child }
}

/**
 * Creates a folder that the server's user can reach.
 *
 * @throws {StackError} when it cannot.
 */
export async function prepareDatabaseFolder(
  folder: string,
  identity: DatabaseIdentity | undefined,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o711 })
  if (identity === undefined) return
  await chown(folder, identity.uid, identity.gid)
  if (await isReachable(folder, identity)) return
  throw new StackError(
    `PostgreSQL refuses to run as root, and its user cannot reach ${folder}. Set DATA_DIR to a folder outside root's home, such as /var/lib/bullring.`,
  )
}

async function createCluster(
  programs: PostgresPrograms,
  data: string,
  { folder, password }: PostgresOptions,
  identity: DatabaseIdentity | undefined,
): Promise<void> {
  await rm(data, { recursive: true, force: true })
  await mkdir(data, { recursive: true, mode: 0o700 })
  const passwordFile = join(folder, 'initial-password')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (identity !== undefined) {
    for (const path of [data, passwordFile]) await chown(path, identity.uid, identity.gid)
  }
  await chmod(data, 0o700)
  try {
    await run(
      programs.initdb,
      ['-D', data, '-U', USER, '-A', 'scram-sha-256', '--pwfile', passwordFile, ...LOCALE],
      { env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }, cwd: folder, ...identity },
    )
  } catch (cause) {
    await rm(data, { recursive: true, force: true })
    throw new StackError(`The database folder ${data} could not be created: ${firstLine(cause)}`, {
      cause,
    })
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function waitUntilReady(
  child: Child,
  port: number,
  { saysReady, limitMs }: { saysReady: () => boolean; limitMs: number },
): Promise<void> {
  const deadline = Date.now() + limitMs
  while (Date.now() < deadline) {
    if (!child.isRunning()) throw new Error(`${await child.exited}. ${child.lastOutput()}`)
    if (saysReady() && (await portProblem('127.0.0.1', port)) === 'EADDRINUSE') return
    await sleep(50)
  }
  throw new Error(`PostgreSQL was not ready within ${limitMs / 1_000} s. ${child.lastOutput()}`)
}

function firstLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return text.trim().split('\n').at(0) ?? ''
}
