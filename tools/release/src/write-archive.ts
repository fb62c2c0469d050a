import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gitIn } from './git.ts'
import type { Surroundings } from './run-command.ts'

/** Not the machine's: they would change the bytes. */
const SETTINGS = ['-c', 'core.autocrlf=false', '-c', 'tar.umask=0022']
const IDENTITY = { name: 'Bullring', email: 'release@bullring.invalid' }

export type ArchiveOptions = {
  /** A checkout, without changes. */
  root: string
  /** Built files and folders to add, which git ignores. */
  built: readonly string[]
  /** The one folder in the archive. */
  folder: string
  file: string
}

/**
 * Writes the files of the current commit, its name in `.commit`, and built files to a tar.gz. Equal files of a commit make equal
 * bytes: git sorts them, and owner, rights and times (the commit's) are not those of the machine.
 */
export async function writeArchive(
  { root, built, folder, file }: ArchiveOptions,
  surroundings: Surroundings,
): Promise<void> {
  const git = gitIn(root, surroundings)
  const [commit = '', date = ''] = (await git(['log', '-1', '--format=%H %cI'])).split(' ')
  await writeFile(join(root, '.commit'), `${commit}\n`)
  const variables = {
    // Beside the checkout's own index, which stays as it is.
    GIT_INDEX_FILE: `${file}.index`,
    GIT_AUTHOR_NAME: IDENTITY.name,
    GIT_AUTHOR_EMAIL: IDENTITY.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: IDENTITY.name,
    GIT_COMMITTER_EMAIL: IDENTITY.email,
    GIT_COMMITTER_DATE: date,
  }
  try {
    await git(['read-tree', 'HEAD'], variables)
    await git([...SETTINGS, 'add', '--force', '--', '.commit', ...built], variables)
    const tree = await git(['write-tree'], variables)
    const content = await git(['commit-tree', tree, '-m', folder], variables)
    const format = ['--format=tar.gz', `--prefix=${folder}/`, `--output=${file}`]
    await git([...SETTINGS, 'archive', ...format, content])
  } finally {
    await rm(variables.GIT_INDEX_FILE, { force: true })
  }
}
