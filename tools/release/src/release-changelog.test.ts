import { expect, test } from 'vitest'
import { releaseChangelog } from './release-changelog.ts'

const CHANGELOG = `# Changelog

## [Unreleased]

### For operators

#### Added

- A setting.

## [0.1.0] - 2026-01-01

- The first release.
`

const release = (changelog: string, version = '0.2.0') =>
  releaseChangelog(changelog, version, '2026-11-26')

test('moves what is unreleased to the version, and leaves the section empty', () => {
  expect(release(CHANGELOG)).toBe(
    CHANGELOG.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [0.2.0] - 2026-11-26\n'),
  )
})

test('error: nothing is unreleased', () => {
  expect(() => release(release(CHANGELOG), '0.3.0')).toThrow('lists nothing under')
  expect(() => release(CHANGELOG.replace('- A setting.', ''))).toThrow('lists nothing under')
})

test('error: no section, or one of this version', () => {
  expect(() => release('# Changelog\n')).toThrow('has no section')
  expect(() => release(CHANGELOG, '0.1.0')).toThrow('has a section of 0.1.0 already')
})
