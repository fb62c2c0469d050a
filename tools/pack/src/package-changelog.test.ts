import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { expect, test } from 'vitest'
import { packageChangelog } from './package-changelog.ts'

const CHANGELOG = `# Changelog

For two kinds of readers.

## [0.3.0] - 2026-12-24

### For operators

#### Added

- A setting.

### For users of the packages

#### Changed

- The modal closes by itself.

## [0.2.1] - 2026-12-01

### For operators

#### Fixed

- A log line.

## [0.2.0] - 2026-11-30

### For users of the packages

#### Added

- The modal.
`

test('keeps the versions that concern users of the packages', () => {
  expect(packageChangelog(CHANGELOG)).toBe(`# Changelog

## [0.3.0] - 2026-12-24

### Changed

- The modal closes by itself.

## [0.2.0] - 2026-11-30

### Added

- The modal.
`)
})

test('finds the part in the changelog of the product', async () => {
  const changelog = await readFile(join(repositoryRoot, 'CHANGELOG.md'), 'utf8')
  expect(packageChangelog(changelog)).toContain('`@bullring/wallet-kit`')
  expect(packageChangelog(changelog)).not.toContain('healthz')
})
