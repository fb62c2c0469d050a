import { ReleaseError } from './errors.ts'
import type { Git } from './git.ts'
import type { ReleaseArguments } from './release-arguments.ts'

/** Releases are tagged on this branch alone. */
export const MAIN_BRANCH = 'main'

/** @throws {ReleaseError} when the checkout is not one to release from. */
export async function checkCheckout(
  git: Git,
  { version, hasTag }: ReleaseArguments,
): Promise<void> {
  const changes = await git(['status', '--porcelain'])
  if (changes !== '')
    throw new ReleaseError(`Commit or remove your changes first; a release has none:\n${changes}`)
  const branch = await git(['branch', '--show-current'])
  if (hasTag && branch !== MAIN_BRANCH)
    throw new ReleaseError(
      `Tags are made on ${MAIN_BRANCH}, and this is ${branch || 'no branch'}: git switch ${MAIN_BRANCH}. A dry run needs no --tag.`,
    )
  if ((await git(['tag', '--list', tagOf(version)])) !== '')
    throw new ReleaseError(`The tag ${tagOf(version)} exists: choose a higher version.`)
}

/** Returns the tag of a version. */
export function tagOf(version: string): string {
  return `v${version}`
}
