import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENGLISH as CUSTODY } from '@bullring/custody/texts/english'
import { ENGLISH as FRAME } from '@bullring/frame/i18n/frame-messages'
import { COMMON_ENGLISH } from '@bullring/login-server/texts/english'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { ENGLISH as VAULT } from '@bullring/vault/texts/english'
import type { Catalogue } from '@bullring/wire/text/catalogue'
import { catalogueProblems } from '@bullring/wire/text/check-catalogue'
import { parseIcuText } from '@bullring/wire/text/icu-text'
import { LANGUAGES } from '@bullring/wire/text/languages'
import { describe, expect, test } from 'vitest'

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8')
const find = (pattern: string) =>
  globSync(pattern, { cwd: repositoryRoot, exclude: ['**/node_modules/**'] })

const { language: _language, ...FRAME_TEXTS } = FRAME

/** English texts, and the folders that together have their translations. */
const SOURCES: readonly { folders: readonly string[]; english: Catalogue }[] = [
  {
    folders: ['base/approval/src/text/catalogues', 'login/frame/src/i18n/catalogues'],
    english: FRAME_TEXTS,
  },
  { folders: ['login/custody/src/texts/catalogues'], english: CUSTODY },
  { folders: ['login/server/src/texts/catalogues'], english: COMMON_ENGLISH },
  { folders: ['login/vault/src/texts/catalogues'], english: VAULT },
  { folders: ['game/web/src/features/connect/modal-catalogues'], english: await modalTexts() },
]

const languages = LANGUAGES.filter((language) => language !== 'en')
/** All catalogues except the web app's, which its build compiles and its own test compares in the same way. */
const catalogues = find('**/{catalogues,modal-catalogues}/*.json').filter(
  (file) => !file.startsWith('game/web/src/i18n/'),
)

test('all catalogues are compared', () => {
  const files = SOURCES.flatMap(({ folders }) =>
    folders.flatMap((folder) => languages.map((language) => `${folder}/${language}.json`)),
  )
  expect(catalogues.toSorted()).toEqual(files.toSorted())
})

describe.each(SOURCES)('$folders', ({ folders, english }) => {
  test.each(languages)('has the texts and arguments of English in %s', (language) => {
    const parts = folders.map((folder): Catalogue => JSON.parse(read(`${folder}/${language}.json`)))
    // The kit has the English titles beside its views. Their arguments are compared in the web app (`modal-texts.test.ts`).
    const { titles: _titles, ...texts }: Catalogue = Object.assign({}, ...parts)
    expect(catalogueProblems(language, sourcesOf(english), texts)).toEqual([])
  })
})

test.each(catalogues)('%s means the same to `fill` and to ICU', (file) => {
  const catalogue: Catalogue = JSON.parse(read(file))
  for (const text of Object.values(catalogue).flatMap((area) => Object.values(area))) {
    expect(plainText(text)).toBe(text)
  }
})

/** Returns an ICU text with the `{name}` of its arguments; without the branches of a plural or select. */
function plainText(text: string): string {
  const { compiled } = parseIcuText(text)
  const nodes = Array.isArray(compiled) ? compiled : [compiled]
  return nodes
    .map((node) => (Array.isArray(node) && node.length === 1 ? `{${node[0]}}` : node))
    .join('')
}

function sourcesOf(catalogue: Catalogue) {
  return Object.entries(catalogue).map(([name, texts]) => ({
    name,
    texts: Object.entries(texts).map(([key, text]) => ({ key, text })),
  }))
}

/** Returns the kit's English texts of the areas that the game shows, as the type `KitMessages` lists them. */
async function modalTexts(): Promise<Catalogue> {
  const code = read('wallet/kit/src/kit-messages.ts')
  const areas = [...code.matchAll(/(\w+): Translated<typeof (\w+)>/g)]
  const shown = Object.keys(
    JSON.parse(read('game/web/src/features/connect/modal-catalogues/es.json')),
  )
  const tables = areas
    .filter(([, area = '']) => shown.includes(area))
    .map(async ([, area = '', table = '']) => {
      const [, path = ''] = new RegExp(`\\b${table} \\} from '[#.]/?([^']+)'`).exec(code) ?? []
      const module = await import(join(repositoryRoot, 'wallet/kit/src', path))
      return [area, module[table]]
    })
  return Object.fromEntries(await Promise.all(tables))
}
