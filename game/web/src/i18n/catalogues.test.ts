import type { Catalogue } from '@bullring/wire/text/catalogue'
import { catalogueProblems } from '@bullring/wire/text/check-catalogue'
import { LANGUAGES } from '@bullring/wire/text/languages'
import { expect, test } from 'vitest'
import { readMessages } from '../../build/read-messages.ts'

const sources = Object.values(
  import.meta.glob<string>('../**/*-messages.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
  .flatMap(readMessages)
  .filter(({ language }) => language === 'en')

const catalogues = import.meta.glob<string>('./catalogues/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('there is a catalogue for each language but English', () => {
  const files = LANGUAGES.filter((one) => one !== 'en').map((one) => `./catalogues/${one}.json`)
  expect(Object.keys(catalogues).sort()).toEqual(files.sort())
})

test.each(Object.entries(catalogues))('%s is complete (docs/translating.md)', (file, json) => {
  const language = file.replace(/^.*\/|\.json$/g, '')
  const catalogue: Catalogue = JSON.parse(json)
  expect(catalogueProblems(language, sources, catalogue)).toEqual([])
})
