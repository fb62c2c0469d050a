import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ReleaseError } from './errors.ts'
import { type Git, gitIn } from './git.ts'
import { releaseChangelog } from './release-changelog.ts'
import type { Surroundings } from './run-command.ts'
import { setVersion } from './set-version.ts'
import { developmentVersion } from './version-rules.ts'

/** Branch of the clone. */
export const RELEASE_BRANCH = 'release'

/** A clone of the checkout with the commits of a release. */
export type ReleaseClone = {
  folder: string
  /** The released commit. */
  commit: string
}

/** Clones a checkout to `folder` and commits the release there: nothing of the checkout changes. */
export async function createReleaseClone(
  root: string,
  folder: string,
  version: string,
  surroundings: Surroundings,
): Promise<ReleaseClone> {
  const identity = await identityIn(gitIn(root, surroundings))
  await gitIn(root, surroundings)(['clone', '--quiet', '--no-tags', '.', folder])
  const git = gitIn(folder, surroundings)
  await git(['checkout', '--quiet', '-B', RELEASE_BRANCH])
  const changelog = join(folder, 'CHANGELOG.md')
  const date = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length)
  const text = releaseChangelog(await readFile(changelog, 'utf8'), version, date)
  await setVersion(folder, version)
  await writeFile(changelog, text)
  await git([...identity, 'commit', '--quiet', '--all', '-m', `chore: release ${version}`])
  return { folder, commit: await git(['rev-parse', 'HEAD']) }
}

/** Commits the version of what follows the release, and the tables that the release has left. */
export async function commitDevelopment(
  root: string,
  { folder }: ReleaseClone,
  version: string,
  surroundings: Surroundings,
): Promise<void> {
  const identity = await identityIn(gitIn(root, surroundings))
  const next = developmentVersion(version)
  await setVersion(folder, next)
  const git = gitIn(folder, surroundings)
  await git(['add', '--all'])
  await git([...identity, 'commit', '--quiet', '-m', `chore: begin ${next}`])
}

/** A clone does not have the author that is set in the checkout. */
async function identityIn(git: Git): Promise<readonly string[]> {
  const read = (key: string) => git(['config', key]).catch(() => '')
  const [name, email] = await Promise.all([read('user.name'), read('user.email')])
  if (name === '' || email === '')
    throw new ReleaseError(
      'Git does not know the author of the release: set user.name and user.email with git config.',
    )
  return ['-c', `user.name=${name}`, '-c', `user.email=${email}`]
}
