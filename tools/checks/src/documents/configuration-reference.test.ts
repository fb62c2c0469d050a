import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { describe, expect, test } from 'vitest'
import { documentedSettings } from '../running/programs.ts'
import { withReference } from './configuration-reference.ts'

/** Maximum number of settings that an operator can read, in all and on one page. */
const MOST_SETTINGS = 120
const MOST_ON_FIRST_PAGE = 40

describe('withReference', () => {
  test('documents each setting once, with the services that read it', async () => {
    const document = await readFile(join(repositoryRoot, 'docs/configuration.md'), 'utf8')
    const parts = withReference(document).matchAll(
      /^<!-- settings: (?!earlier)[\s\S]*?end of settings -->$/gm,
    )
    const text = [...parts].join('\n')
    for (const { name } of documentedSettings()) {
      expect(text.split(`\n| \`${name}\` |`), name).toHaveLength(2)
    }
    expect(text).toContain('| `GAME_PUBLIC_URL` | | game, wallet |')
  })

  test('error: a document without a table', () => {
    expect(() => withReference('<!-- settings: game -->\n<!-- end of settings -->')).toThrow(
      'lacks first page',
    )
  })
})

test('there are not more settings than an operator can read', () => {
  const settings = documentedSettings()
  expect(settings.length).toBeLessThanOrEqual(MOST_SETTINGS)
  const first = settings.filter(({ declarations: [{ purpose }] }) => purpose !== undefined)
  expect(first.length).toBeLessThanOrEqual(MOST_ON_FIRST_PAGE)
})
