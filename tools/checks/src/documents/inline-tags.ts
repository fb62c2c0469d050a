import { readSources } from '../repository/read-sources.ts'
import { SOURCE_FOLDERS } from '../repository/source-folders.ts'

const INLINE_TAG = /^\s*(?:\/\*\*|\*)\s+[^@\s].*\s(@(?:param|remedy|returns|throws))\b/

/** Returns `file:line` of each doc comment in which a tag follows other text in its line. */
export async function inlineTags(): Promise<readonly string[]> {
  const sources = await readSources([`${SOURCE_FOLDERS}/**/*.{mjs,ts,tsx}`])
  return sources.flatMap(({ file, text }) =>
    findInlineTags(text).map((line) => `${file}:${line} has a tag that does not start a line`),
  )
}

/** Returns the numbers of the lines, counted from 1, with a tag after other text. */
export function findInlineTags(text: string): readonly number[] {
  return text.split('\n').flatMap((line, index) => (INLINE_TAG.test(line) ? [index + 1] : []))
}
