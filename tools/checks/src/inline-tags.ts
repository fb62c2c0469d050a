import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { SOURCE_FOLDERS } from './source-folders.ts'

const SOURCES = `${SOURCE_FOLDERS}/**/*.{mjs,ts,tsx}`
const GENERATED = /(?:^|\/)(?:node_modules|dist|out|cache|artifacts)\//
const INLINE_TAG = /^\s*(?:\/\*\*|\*)\s+[^@\s].*\s(@(?:param|returns|throws))\b/

/** Returns `file:line` of each doc comment in which a tag follows other text in its line. */
export async function inlineTags(): Promise<readonly string[]> {
  const options = { cwd: repositoryRoot, exclude: ['**/node_modules/**'] }
  const files = await Array.fromAsync(glob(SOURCES, options))
  const found = await Promise.all(
    files
      .filter((file) => !GENERATED.test(file))
      .map(async (file) => {
        const lines = findInlineTags(await readFile(join(repositoryRoot, file), 'utf8'))
        return lines.map((line) => `${file}:${line} has a tag that does not start a line`)
      }),
  )
  return found.flat()
}

/** Returns the numbers of the lines, counted from 1, with a tag after other text. */
export function findInlineTags(text: string): readonly number[] {
  return text.split('\n').flatMap((line, index) => (INLINE_TAG.test(line) ? [index + 1] : []))
}
