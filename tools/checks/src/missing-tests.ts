import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'

const DOCUMENT = 'docs/custody.md'
const TESTS = '{apps,e2e,packages,services,tools}/**/*.{test,spec}.{ts,tsx}'
const HEADING = /\| Shown by \|$/

/** Returns the tests that docs/custody.md names and the repository lacks: anyone can check what it claims. */
export async function missingTests(): Promise<readonly string[]> {
  const options = { cwd: repositoryRoot, exclude: ['**/node_modules/**'] }
  const files = await Array.fromAsync(glob(TESTS, options))
  const [document, ...sources] = await Promise.all(
    [DOCUMENT, ...files].map((file) => readFile(join(repositoryRoot, file), 'utf8')),
  )
  return namedTests(document ?? '')
    .filter((title) => !sources.some((source) => source.includes(title)))
    .map((title) => `${DOCUMENT} names the test "${title}", which does not exist`)
}

/** Returns the titles in quotes in the last column of the tables that say what shows a claim. */
export function namedTests(document: string): readonly string[] {
  const titles: string[] = []
  let isShown = false
  for (const line of document.split('\n')) {
    if (!line.startsWith('|')) isShown = false
    else if (HEADING.test(line)) isShown = true
    else if (isShown) {
      const cell = line.split('|').at(-2) ?? ''
      titles.push(...Array.from(cell.matchAll(/"([^"]+)"/g), ([, title = '']) => title))
    }
  }
  return titles
}
