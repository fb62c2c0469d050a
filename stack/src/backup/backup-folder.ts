import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { StackError } from '../errors.ts'

/*
 * A folder of backups:
 *   base/<time>/                the server's files at that time, with backup.json
 *   wal/<server>/<segment>      what changed since, for each server by its identifier
 * Beside backup.json and each segment is the proof that BACKUP_KEY was there when it was written.
 */

/** Files of a backup. Any age, zstd and tar read them without this product. */
export const FILES = {
  /** Data folder of PostgreSQL. */
  base: 'base.tar.zst.age',
  /** PostgreSQL's list of those files with checksums. */
  list: 'backup_manifest.zst.age',
  /** The data folder's `bullring.json`, with the database's password and keys. */
  installation: 'bullring.json.zst.age',
} as const

/** End of the names of files of the write-ahead log. */
export const SEALED = '.zst.age'

/** Begins the names of folders that a backup or a check did not finish. */
export const UNFINISHED = '.unfinished-'

const SUMMARY = 'backup.json'
const STAMP = /^\d{8}T\d{6}Z$/

const SealedFile = z.object({ bytes: z.int(), sha256: z.string() })
export type SealedFile = z.infer<typeof SealedFile>

const Segment = z.string().check(z.regex(/^[\dA-F]{24}$/))

const Summary = z.object({
  format: z.literal(1),
  /** Version of this product, and of PostgreSQL. */
  version: z.string(),
  postgres: z.string(),
  /** Identifier of the server. */
  server: z.string().check(z.regex(/^\d+$/)),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Files of the write-ahead log that the backup begins and ends in. It contains them. */
  firstSegment: Segment,
  lastSegment: Segment,
  /** Public half of the key. */
  recipient: z.string(),
  /** Newest migration of each database; null for a service that never ran. */
  migrations: z.record(z.string(), z.nullable(z.string())),
  files: z.record(z.enum([FILES.base, FILES.list, FILES.installation]), SealedFile),
})
/** What is known of a backup without its key. */
export type Summary = z.infer<typeof Summary>

export type Backup = {
  path: string
  name: string
  summary: Summary
  /** Content of `backup.json`, which its proof is of. */
  text: string
}

export function baseFolder(folder: string): string {
  return join(folder, 'base')
}

/** Returns the folder of a server's write-ahead log. */
export function walFolder(folder: string, server: string): string {
  return join(folder, 'wal', server)
}

export function summaryFile(path: string): string {
  return join(path, SUMMARY)
}

/** Returns the name of a backup: its time to the second, which sorts. */
export function stampOf(time: Date): string {
  return `${time.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
}

/** Returns the time in the name of a backup, in milliseconds. */
export function timeOfStamp(name: string): number {
  return Date.parse(name.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

/** Returns the names of all complete backups, the oldest first. */
export async function backupNames(folder: string): Promise<readonly string[]> {
  const names = await readdir(baseFolder(folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new StackError(`The backups in ${folder} cannot be read (${error.code}).`, {
      cause: error,
    })
  })
  return names.filter((name) => STAMP.test(name)).toSorted()
}

/**
 * Reads what is known of the backup in a folder.
 *
 * @throws {StackError} when it is none.
 */
export async function readBackup(path: string): Promise<Backup> {
  const text = await readFile(summaryFile(path), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new StackError(`${path} is not a backup: ${SUMMARY} cannot be read (${cause.code}).`, {
      cause,
    })
  })
  const parsed = z.safeParse(Summary, jsonOrNull(text))
  if (!parsed.success) throw new StackError(`${path} is damaged: ${SUMMARY} is not complete.`)
  return { path, name: basename(path), summary: parsed.data, text }
}

/** Returns the folder of backups that a backup is in. */
export function folderOf({ path }: Backup): string {
  return dirname(dirname(path))
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
