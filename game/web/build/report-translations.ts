import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Catalogue } from '@bullring/wire/text/catalogue'
import { catalogueProblems } from '@bullring/wire/text/check-catalogue'
import { readMessages } from './read-messages.ts'

/**
 * Lists missing and wrong texts of the catalogues: all of them, or the languages given as arguments.
 *
 * Usage: npm run translations -w game/web [-- es tr]
 */

const SRC = new URL('../src/', import.meta.url).pathname

const languages = process.argv.slice(2)
const sources = globSync(`${SRC}**/*-messages.ts`)
  .flatMap((file) => readMessages(readFileSync(file, 'utf8')))
  .filter(({ language }) => language === 'en')
const files = globSync(`${SRC}i18n/catalogues/*.json`).filter(
  (file) => languages.length === 0 || languages.includes(basename(file, '.json')),
)
for (const file of files.toSorted()) {
  const language = basename(file, '.json')
  const catalogue: Catalogue = JSON.parse(readFileSync(file, 'utf8'))
  const problems = catalogueProblems(language, sources, catalogue)
  process.stdout.write(`${language}: ${problems.length === 0 ? 'complete' : problems.length}\n`)
  for (const { kind, key, detail } of problems) {
    process.stdout.write(`  ${kind}: ${key} ${JSON.stringify(detail)}\n`)
  }
  if (problems.length > 0) process.exitCode = 1
}
