import { lstat, mkdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { StackError } from '../errors.ts'

/**
 * Where versions of the product are: a link that units and commands use, and beside it a folder for each version. Before its
 * first upgrade, an installation is a folder in place of the link.
 */
export type Installation = { link: string; versions: string }

const ENDING = '-versions'

const Manifest = z.object({ name: z.literal('bullring'), version: z.string() })

/**
 * Finds the installation that a checkout is part of.
 *
 * @param root - Real path of the checkout.
 */
export function installationOf(root: string): Installation {
  const above = dirname(root)
  const link = basename(above).endsWith(ENDING) ? above.slice(0, -ENDING.length) : root
  return { link, versions: `${link}${ENDING}` }
}

/**
 * Returns the version of the product in a folder.
 *
 * @throws {StackError} when it contains none.
 */
export async function versionIn(folder: string): Promise<string> {
  try {
    const text = await readFile(join(folder, 'package.json'), 'utf8')
    return z.parse(Manifest, JSON.parse(text)).version
  } catch (cause) {
    throw new StackError(`${folder} contains no version of Bullring.`, { cause })
  }
}

/** Makes the link lead to a version. The folder of an installation without a link becomes the folder of its version. */
export async function switchTo(version: string, { link, versions }: Installation): Promise<void> {
  const target = join(versions, version)
  await stat(target).catch((cause: unknown) => {
    throw new StackError(`${target} is missing.`, { cause })
  })
  const next = `${link}.next`
  await rm(next, { force: true })
  await symlink(target, next)
  const moved = (await isFolder(link)) ? join(versions, await versionIn(link)) : null
  if (moved !== null) await rename(link, moved)
  try {
    await rename(next, link)
  } catch (error) {
    if (moved !== null) await rename(moved, link)
    throw error
  }
}

/**
 * Checks that `switchTo` can rename what is there, before anything stops.
 *
 * @throws {StackError} when the installation or its versions are a disk that is mounted there.
 */
export async function requireReplaceable({ link, versions }: Installation): Promise<void> {
  if (!(await isFolder(link))) return
  await mkdir(versions, { recursive: true, mode: 0o755 })
  const disks = await Promise.all([dirname(link), link, versions].map((path) => stat(path)))
  if (new Set(disks.map(({ dev }) => dev)).size === 1) return
  throw new StackError(
    `${link} or ${versions} is a mounted disk, and an upgrade renames one into the other: move the product to a folder below the disk.`,
  )
}

/**
 * Makes the link of a first upgrade that was killed between two steps, so that there is neither link nor folder.
 *
 * @param root - Checkout of a version to lead to.
 * @returns Whether it was missing.
 */
export async function repairLink({ link }: Installation, root: string): Promise<boolean> {
  if ((await lstat(link).catch(() => null)) !== null) return false
  await symlink(root.replace(/\/$/, ''), link)
  return true
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path)).isDirectory()
}

/** Returns the version that the link leads to. */
export async function currentVersion({ link }: Installation): Promise<string> {
  const target = await readlink(link).catch(() => link)
  return await versionIn(target)
}
