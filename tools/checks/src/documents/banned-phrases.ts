import { readSources } from '../repository/read-sources.ts'
import { SOURCE_FOLDERS } from '../repository/source-folders.ts'

const SOURCES = [
  '*.{md,toml,ts,yaml}',
  'docs/**/*.md',
  `${SOURCE_FOLDERS}/**/*.{css,html,md,mjs,sol,ts,tsx}`,
]

/** Files that list the phrases. */
const EXCLUDED = /\/banned-phrases\b|^docs\/style\.md$/

/** Phrases that docs/style.md replaces, as whole words. Quoted, `nobody` is a user of the system. */
const PHRASES = [
  '[Aa]new',
  '[Hh]eed(?:s|ed)?',
  '[Tt]old',
  '[Tt]ells of',
  '[Dd]earer',
  '[Dd]earest',
  '[Ii]n vain',
  '(?<![\'"`=])[Nn]obody(?![\'"`])',
  '[Ss]omebody',
  '[Ww]hoever',
  '[Oo]f (?:his|its|my|our|their|your|one’s) own',
  '[Mm]ends?',
  '(?:is|are) everyday',
  '[Ss]pec(?:ification)?, sections?',
]

const PATTERN = new RegExp(`\\b(?:${PHRASES.join('|')})\\b`, 'g')

/** A banned phrase and its line, counted from 1. */
export type BannedPhrase = { line: number; phrase: string }

/** Returns `file:line "phrase"` for each banned phrase in code, comments, tests and documents. */
export async function bannedPhrases(): Promise<readonly string[]> {
  const sources = await readSources(SOURCES)
  return sources
    .filter(({ file }) => !EXCLUDED.test(file))
    .flatMap(({ file, text }) =>
      findBannedPhrases(text).map(({ line, phrase }) => `${file}:${line} "${phrase}"`),
    )
}

/** Finds the banned phrases of a text. */
export function findBannedPhrases(text: string): readonly BannedPhrase[] {
  return text
    .split('\n')
    .flatMap((content, index) =>
      [...content.matchAll(PATTERN)].map(([phrase]) => ({ line: index + 1, phrase })),
    )
}
