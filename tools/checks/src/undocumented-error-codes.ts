import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { SOURCE_FOLDERS } from './source-folders.ts'

const SOURCES = `${SOURCE_FOLDERS}/**/src/**/*.{ts,tsx}`
/** The `code` of an error class or of an error's options. */
const CODE = /\bcode(?: =|:) '([a-z][a-z-]*\.[a-z-]+)'/g
/** Lines of doc comments, whose examples declare no codes. */
const COMMENT_LINES = /^\s*\*.*$/gm

/** Returns error codes in the sources that have no heading in docs/errors.md, and headings without a code. */
export async function undocumentedErrorCodes(): Promise<readonly string[]> {
  const files = await Array.fromAsync(
    glob(SOURCES, { cwd: repositoryRoot, exclude: ['**/node_modules/**'] }),
  )
  const codes = new Set<string>()
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name))) {
    const text = await readFile(join(repositoryRoot, file), 'utf8')
    for (const [, code] of text.replaceAll(COMMENT_LINES, '').matchAll(CODE)) {
      if (code !== undefined) codes.add(code)
    }
  }
  const docs = await readFile(join(repositoryRoot, 'docs/errors.md'), 'utf8')
  const headings = new Set(
    [...docs.matchAll(/^#+ `?([a-z][a-z-]*\.[a-z-]+)`?$/gm)].map(([, code]) => code),
  )
  return [
    ...[...codes]
      .filter((code) => !headings.has(code))
      .map((code) => `${code} has no heading in docs/errors.md`),
    ...[...headings]
      .filter((code) => !codes.has(code ?? ''))
      .map((code) => `${code} in docs/errors.md is not an error code`),
  ]
}
