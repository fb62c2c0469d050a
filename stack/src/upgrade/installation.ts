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
  if ((await lstat(link)).isDirectory()) {
    await mkdir(versions, { recursive: true })
    await rename(link, join(versions, await versionIn(link)))
  }
  const next = `${link}.next`
  await rm(next, { force: true })
  await symlink(target, next)
  await rename(next, link)
}

/** Returns the version that the link leads to. */
export async function currentVersion({ link }: Installation): Promise<string> {
  const target = await readlink(link).catch(() => link)
  return await versionIn(target)
}
