import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'

const DOCUMENT = 'ARCHITECTURE.md'
const SECTION = /^## Where is it\?$(.*?)^## /ms
/** Heading of a table; names the folder that its places are relative to. */
const TABLE = /^\*\*[^*]+\*\*(?: \(`(?<folder>[^`]+)`\))?$/
/** Placeholders, commands and HTTP paths are not files. */
const NOT_A_FILE = /[<*\s]|^\/|(?:^|\/)x(?:\/|\.ts$)/

/** Returns the places that ARCHITECTURE.md names and the repository lacks. */
export async function missingPlaces(): Promise<readonly string[]> {
  const document = await readFile(join(repositoryRoot, DOCUMENT), 'utf8')
  return namedPlaces(document)
    .filter(({ folder, path }) => !exists(folder, path) && !exists('', path))
    .map(({ folder, path }) => `${DOCUMENT} names ${folder}${path}, which does not exist`)
}

/** Returns the files and folders in the tables of "Where is it?", each `{a,b}` expanded. */
export function namedPlaces(document: string): readonly { folder: string; path: string }[] {
  const places: { folder: string; path: string }[] = []
  let folder = ''
  for (const line of (SECTION.exec(document)?.[1] ?? '').split('\n')) {
    const table = TABLE.exec(line)
    if (table !== null) folder = table.groups?.['folder'] ?? ''
    if (!line.startsWith('|')) continue
    for (const [, code = ''] of line.matchAll(/`([^`]+)`/g)) {
      if (code.includes('/') && !NOT_A_FILE.test(code)) {
        places.push(...expandBraces(code).map((path) => ({ folder, path })))
      }
    }
  }
  return places
}

function expandBraces(pattern: string): readonly string[] {
  const [, before = '', names = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? []
  return names === '' ? [pattern] : names.split(',').map((name) => `${before}${name}${after}`)
}

function exists(folder: string, path: string): boolean {
  return existsSync(join(repositoryRoot, folder, path))
}
