import { ReleaseError } from './errors.ts'

const UNRELEASED = '## [Unreleased]\n'

/**
 * Moves the unreleased entries to a version.
 *
 * @param date - Of the release, such as 2026-11-26.
 * @throws {ReleaseError} when nothing is unreleased, or the version is there already.
 */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  const [before, rest] = changelog.split(UNRELEASED)
  if (before === undefined || rest === undefined)
    throw new ReleaseError('CHANGELOG.md has no section "## [Unreleased]".')
  if (changelog.includes(`\n## [${version}]`))
    throw new ReleaseError(`CHANGELOG.md has a section of ${version} already.`)
  const [notes = ''] = rest.split(/^## /m)
  if (!/^- /m.test(notes))
    throw new ReleaseError(
      'CHANGELOG.md lists nothing under "## [Unreleased]": say what changes for operators and users of the packages.',
    )
  return `${before}${UNRELEASED}\n## [${version}] - ${date}\n${rest}`
}
