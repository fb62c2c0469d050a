import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import * as z from 'zod/mini'

const BACKUPS = join(repositoryRoot, 'node_modules/.cache/pack')

/** The original package.json, and its replacement. */
const Backup = z.object({ original: z.string(), published: z.string() })

/** Replaces the package.json in a library's folder until {@link restoreManifest}: npm packs the file that is there. */
export async function swapManifest(folder: string, manifest: unknown): Promise<void> {
  const original = await readFile(manifestOf(folder), 'utf8')
  const published = `${JSON.stringify(manifest, null, 2)}\n`
  await mkdir(BACKUPS, { recursive: true })
  await writeFile(`${backupOf(folder)}.new`, JSON.stringify({ original, published }))
  await rename(`${backupOf(folder)}.new`, backupOf(folder))
  await writeFile(manifestOf(folder), published)
}

/** Puts the package.json of the repository back, also after a run that was killed, unless it was changed since. */
export async function restoreManifest(folder: string): Promise<void> {
  const text = await readFile(backupOf(folder), 'utf8').catch(() => null)
  if (text === null) return
  const { original, published } = z.parse(Backup, JSON.parse(text))
  const current = await readFile(manifestOf(folder), 'utf8')
  if (current === published) await writeFile(manifestOf(folder), original)
  await rm(backupOf(folder))
}

function manifestOf(folder: string): string {
  return join(folder, 'package.json')
}

function backupOf(folder: string): string {
  return join(BACKUPS, `${basename(folder)}.json`)
}
