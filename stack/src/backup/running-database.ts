import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { DatabaseIdentity } from '../database/database-identity.ts'
import { StackError } from '../errors.ts'

const Manifest = z.object({ databasePassword: z.string() })

/** Line of `postmaster.pid` with the port. */
const PORT_LINE = 3

/** The bundled server of a data folder, while it runs. */
export type RunningDatabase = {
  adminUrl: string
  /** Text of the data folder's `bullring.json`. */
  installation: string
  /** Whose the data folder is. */
  owner: DatabaseIdentity
}

/**
 * Finds the bundled server that runs on a data folder.
 *
 * @throws {StackError} when none does, or this user may not read the folder.
 */
export async function runningDatabase(dataDir: string): Promise<RunningDatabase> {
  const installation = await readText(join(dataDir, 'bullring.json'), dataDir)
  const { databasePassword } = z.parse(Manifest, JSON.parse(installation))
  const pidFile = await readText(join(dataDir, 'postgres', 'data', 'postmaster.pid'), dataDir)
  const port = pidFile.split('\n')[PORT_LINE]?.trim()
  const adminUrl = `postgres://bullring:${databasePassword}@127.0.0.1:${port}/postgres`
  const { uid, gid } = await stat(dataDir)
  return { adminUrl, installation, owner: { uid, gid } }
}

async function readText(file: string, dataDir: string): Promise<string> {
  return await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const reason =
      cause.code === 'ENOENT'
        ? `Nothing runs on the data folder ${dataDir}. Start the product first.`
        : `${file} cannot be read (${cause.code}). Run this as the user who runs the product, or as root.`
    throw new StackError(reason, { cause })
  })
}
