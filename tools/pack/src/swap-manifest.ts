import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { folderOf, type Library } from './workspace.ts'

const BACKUPS = join(repositoryRoot, 'node_modules/.cache/pack')

/** Replaces a library's package.json until {@link restoreManifest}: npm packs the file that is there. */
export async function swapManifest(library: Library, published: unknown): Promise<void> {
  const original = await readFile(manifestOf(library))
  await mkdir(BACKUPS, { recursive: true })
  await writeFile(`${backupOf(library)}.new`, original)
  await rename(`${backupOf(library)}.new`, backupOf(library))
  await writeFile(manifestOf(library), `${JSON.stringify(published, null, 2)}\n`)
}

/** Puts the package.json of the repository back, also after a run that was killed. */
export async function restoreManifest(library: Library): Promise<void> {
  const original = await readFile(backupOf(library)).catch(() => null)
  if (original === null) return
  await writeFile(manifestOf(library), original)
  await rm(backupOf(library))
}

function manifestOf(library: Library): string {
  return join(folderOf(library), 'package.json')
}

function backupOf(library: Library): string {
  return join(BACKUPS, `${library}.json`)
}
