import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '../repository-root.ts'
import { refusedJump } from './refused-jump.ts'

const changelogOf = (...versions: string[]) =>
  ['# Changelog', '## [Unreleased]', ...versions.map((each) => `## [${each}] - 2027-01-01`)].join(
    '\n\n',
  )
const CHANGELOG = changelogOf(
  ...['2.0.3', '2.0.0', '1.1.0', '1.0.0', '0.9.1', '0.9.0'],
  ...['0.4.0', '0.3.1', '0.3.0', '0.2.9', '0.2.1', '0.2.0'],
)

describe('refusedJump', () => {
  test.each([
    ['0.2.0', '0.2.1'],
    ['0.2.0', '0.2.9'],
    ['0.2.3', '0.3.0'],
    ['0.3.0', '0.4.0'],
    ['0.4.0', '0.9.1'],
    ['0.9.1', '1.0.0'],
    ['1.1.0', '2.0.3'],
  ])('allows %s to %s', (from, to) => {
    expect(refusedJump(from, to, CHANGELOG)).toBeNull()
  })

  test.each([
    ['0.2.0', '0.2.0', 'installed already'],
    ['0.3.0', '0.2.9', 'older than the installed 0.3.0'],
    ['1.0.0', '0.9.9', 'older'],
    ['0.2.0', '0.4.0', 'upgrade to 0.3.1 first'],
    ['0.2.0', '1.0.0', 'upgrade to 0.3.1 first'],
    ['0.4.0', '1.0.0', 'upgrade to 0.9.1 first'],
    ['1.0.0', '2.0.0', 'upgrade to 1.1.0 first'],
    ['0.2.1-dev', '0.3.0', '0.2.1-dev is no release'],
    ['0.2.0', '0.3.0-dev', '0.3.0-dev is no release'],
    ['0.1.0', '0.2.0', 'does not name 0.1.0'],
  ])('error: %s to %s', (from, to, sentence) => {
    expect(refusedJump(from, to, CHANGELOG)).toContain(sentence)
  })

  test('reads the real CHANGELOG.md', async () => {
    const changelog = await readFile(join(repositoryRoot, 'CHANGELOG.md'), 'utf8')
    expect(refusedJump('0.2.0', '0.3.0', changelog)).toBeNull()
    expect(refusedJump('0.1.0', '0.3.0', changelog)).toContain('does not name 0.1.0')
  })
})
