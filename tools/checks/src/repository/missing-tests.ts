import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { SOURCE_FOLDERS } from './source-folders.ts'

const DOCUMENTS = ['docs/custody.md', 'docs/threat-model.md'] as const
const TESTS = [
  `${SOURCE_FOLDERS}/**/*.{test,spec}.{ts,tsx}`,
  'contracts/{deploy,proofs,scripts,test}/**/*.{test.ts,t.sol}',
]
const HEADING = /\| [Ss]hown by \|$/
/** A title in quotes, a function of a contract test, a test file. */
const NAMED = /"([^"]+)"|`(test\w+)`|`([\w./-]+\.(?:test|spec)\.tsx?|\w+\.t\.sol)`/g
/** The first argument of `test`, `describe` or `test.each(...)`. */
const TITLE = /(?:\b(?:test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1).)+)\1/g
/** The first text of a row of the table of `test.each`. */
const ROW = /^\s*\[\s*(['"`])((?:\\.|(?!\1).)+)\1/gm
const CONTRACT_TEST = /\bfunction (test\w+)/g
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm

/** Returns the tests that the documents name and the repository lacks: anyone can check what they claim. */
export async function missingTests(): Promise<readonly string[]> {
  const options = { cwd: repositoryRoot, exclude: ['**/node_modules/**'] }
  const files = await Array.fromAsync(glob(TESTS, options))
  const sources = await Promise.all(files.map(readSource))
  const known = [...files, ...sources.flatMap(testTitles)]
  const documents = await Promise.all(DOCUMENTS.map(readSource))
  return DOCUMENTS.flatMap((document, index) =>
    namedTests(documents[index] ?? '')
      .filter((title) => !known.some((name) => name.includes(title)))
      .map((title) => `${document} names the test "${title}", which does not exist`),
  )
}

function readSource(file: string): Promise<string> {
  return readFile(join(repositoryRoot, file), 'utf8')
}

/** Returns the titles, functions and files in the last column of the tables, which names the proof of each claim. */
export function namedTests(document: string): readonly string[] {
  const titles: string[] = []
  let isShown = false
  for (const line of document.split('\n')) {
    if (!line.startsWith('|')) isShown = false
    else if (HEADING.test(line)) isShown = true
    else if (isShown) {
      const cell = line.split('|').at(-2) ?? ''
      titles.push(...Array.from(cell.matchAll(NAMED), ([, a, b, c]) => a ?? b ?? c ?? ''))
    }
  }
  return titles
}

/** Returns the titles of the tests of a file, with the rows of its tables filled in. Comments have none. */
export function testTitles(source: string): readonly string[] {
  const code = source.replaceAll(COMMENT, '')
  const titles = Array.from(code.matchAll(TITLE), ([, , title = '']) => title)
  const rows = Array.from(code.matchAll(ROW), ([, , row = '']) => row)
  const filled = titles
    .filter((title) => title.includes('%s'))
    .flatMap((title) => rows.map((row) => title.replace('%s', row)))
  const functions = Array.from(code.matchAll(CONTRACT_TEST), ([, name = '']) => name)
  return [...titles, ...filled, ...functions]
}
