import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../database/with-client.ts'
import { emptySpool } from './archive-files.ts'
import { type ArchivedServer, BaseNeed } from './base-need.ts'
import { recipientOf } from './sealed-file.ts'
import { dropWaiting, measureSpool, type Waiting } from './spool.ts'

const POLL_MS = 1_000
const RETRY_BASE_MS = 60_000
const WAKE_MS = 30_000
const TIMEOUT_MS = 10_000

/** Changes of four hours at least, one file a minute. The disk of the database must not fill up. */
const MOST_WAITING_BYTES = 4 * 1_024 ** 3

export type ArchiveOptions = {
  databaseFolder: string
  /** Folder of backups. */
  folder: string
  key: string
  adminUrl: string
  /** Makes a backup, where the archive continues none. */
  makeBase: (signal: AbortSignal) => Promise<unknown>
  /** Beyond it, what waits is dropped. */
  mostBytes?: number
  /** Interval at which the server is checked for a new checkpointer. */
  wakeMs?: number
}

/** An archive that follows a server. */
export type WalArchive = {
  /** Returns what waited when it was last measured. */
  waiting: () => Waiting
  /** Archives what the stopped server has left, and ends. */
  stop: () => Promise<void>
}

/**
 * Follows a server: moves what it has put into the spool to the folder of backups, and makes a backup where what is there
 * continues none: at first, after a restore, and after a gap. A failure is tried again until it works.
 *
 * @param note - Called with a sentence when something begins to fail, and when it works again.
 */
export async function keepArchiving(
  { mostBytes = MOST_WAITING_BYTES, wakeMs = WAKE_MS, makeBase, ...options }: ArchiveOptions,
  note: (sentence: string) => void,
): Promise<WalArchive> {
  const { databaseFolder, folder, key } = options
  const stopping = new AbortController()
  const server = await serverOf(options.adminUrl)
  const recipient = await recipientOf(key)
  const target = {
    databaseFolder,
    folder,
    key,
    recipient,
    server: server.identifier,
    archived: new Set<string>(),
  }
  const need = new BaseNeed(folder, { ...server, key, recipient })
  let waiting: Waiting = { seconds: 0, bytes: 0 }
  const archive = reporting(async (signal) => need.follow(await emptySpool(target, signal)), {
    onFailed: (reason) => note(`changes since the last backup are not archived: ${reason}`),
    onWorking: () => note('changes are backed up again'),
  })
  let isWorking = true
  const tracked: Step = async (signal) => {
    isWorking = await archive(signal)
    return isWorking
  }
  const watch = reporting(
    async () => {
      waiting = await measureSpool(databaseFolder, Date.now())
      if (waiting.bytes <= mostBytes) return
      await dropWaiting(databaseFolder)
      need.raise()
      note('too many changes waited for BACKUP_DIR: they are dropped, and a backup will follow')
    },
    { onFailed: (reason) => note(`changes that wait cannot be measured: ${reason}`) },
  )
  const base = reporting(
    (signal) => (isWorking ? need.meet(() => makeBase(signal)) : Promise.resolve()),
    {
      onFailed: (reason) => note(`a backup is needed and fails: ${reason}`),
      onWorking: () => note('a backup is there again'),
    },
  )
  let checkpointer = ''
  const wake: Step = async () => {
    // A server that is down is reported by others.
    const woken = await wakeCheckpointer(options.adminUrl, checkpointer).catch(() => null)
    checkpointer = woken ?? checkpointer
    return woken !== null
  }
  const pauses = { pauseMs: POLL_MS, afterFailureMs: POLL_MS }
  const done = Promise.all([
    repeat(tracked, pauses, stopping.signal),
    repeat(watch, pauses, stopping.signal),
    repeat(wake, { pauseMs: wakeMs, afterFailureMs: wakeMs }, stopping.signal),
    repeat(base, { ...pauses, afterFailureMs: RETRY_BASE_MS }, stopping.signal),
  ])
  return {
    waiting: () => waiting,
    stop: async () => {
      stopping.abort()
      await done
      await archive(AbortSignal.timeout(TIMEOUT_MS))
    },
  }
}

async function serverOf(adminUrl: string): Promise<Omit<ArchivedServer, 'key' | 'recipient'>> {
  const { rows } = await withClient(adminUrl, TIMEOUT_MS, (client) =>
    client.query<{ identifier: string; timeline: string }>(
      `select system_identifier::text as identifier,
         left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline from pg_control_system()`,
    ),
  )
  const [server] = rows
  if (server === undefined) throw new Error('PostgreSQL does not know its identifier')
  return server
}

/**
 * Has the server's checkpointer follow `archive_timeout`, unless it was woken. It begins before the end of the recovery, and
 * would sleep until the next checkpoint, for five minutes. After a crash of any of its processes, the server starts another.
 *
 * @param woken - What this function returned before.
 * @returns When the checkpointer began.
 */
async function wakeCheckpointer(adminUrl: string, woken: string): Promise<string> {
  const { rows } = await withClient(adminUrl, TIMEOUT_MS, (client) =>
    client.query<{ began: string }>(
      `select backend_start::text as began, pg_reload_conf() from pg_stat_activity
       where backend_type = 'checkpointer' and backend_start::text <> $1`,
      [woken],
    ),
  )
  return rows[0]?.began ?? woken
}

/** Returns whether it worked. */
type Step = (signal: AbortSignal) => Promise<boolean>

/** Reports the first failure of several, and the success after them. */
function reporting(
  run: (signal: AbortSignal) => Promise<void>,
  report: { onFailed: (reason: string) => void; onWorking?: () => void },
): Step {
  let isFailing = false
  return async (signal) => {
    try {
      await run(signal)
      if (isFailing) report.onWorking?.()
      isFailing = false
    } catch (error) {
      if (signal.aborted) return false
      if (!isFailing) report.onFailed(reasonOf(error))
      isFailing = true
    }
    return !isFailing
  }
}

async function repeat(
  step: Step,
  { pauseMs, afterFailureMs }: { pauseMs: number; afterFailureMs: number },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const pause = (await step(signal)) ? pauseMs : afterFailureMs
    await sleep(pause, undefined, { signal }).catch(() => undefined)
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
