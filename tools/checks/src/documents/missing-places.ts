import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'

/** The READMEs of the products. READMEs of published packages name files of other projects. */
const DOCUMENTS = ['ARCHITECTURE.md', '*/README.md']
const CODE_BLOCK = /^```.*?^```/gms
const A_FILE = /\/.*\.\w+$/
/** Placeholders, commands, packages and HTTP paths do not count. */
const NOT_A_FILE = /[<*\s=]|^[/@.]|(?:^|\/)x(?:\/|\.ts$)/

/** Returns the places that ARCHITECTURE.md and the READMEs of products name and the repository lacks. */
export async function missingPlaces(): Promise<readonly string[]> {
  const files = await Array.fromAsync(glob(DOCUMENTS, { cwd: repositoryRoot }))
  const found = await Promise.all(
    files.map(async (file) => {
      const roots = await rootsOf(dirname(file))
      return namedPlaces(await readFile(join(repositoryRoot, file), 'utf8'))
        .filter((path) => !roots.some((root) => existsSync(join(root, path))))
        .map((path) => `${file} names ${path}, which does not exist`)
    }),
  )
  return found.flat()
}

/** Paths begin at the repository, at the folder of the document, at a workspace in it, or at its sources. */
async function rootsOf(folder: string): Promise<readonly string[]> {
  const cwd = join(repositoryRoot, folder)
  if (folder === '.') return [cwd]
  const sources = await Array.fromAsync(glob('*/src', { cwd }))
  const workspaces = sources.flatMap((path) => [dirname(path), path])
  return [repositoryRoot, cwd, ...workspaces.map((path) => join(cwd, path))]
}

/** Returns the files that a document names, each `{a,b}` expanded. */
export function namedPlaces(document: string): readonly string[] {
  const text = document.replaceAll(CODE_BLOCK, '')
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, code = '']) => code)
    .filter((code) => A_FILE.test(code) && !NOT_A_FILE.test(code))
    .flatMap(expandBraces)
}

function expandBraces(pattern: string): readonly string[] {
  const [, before = '', names = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? []
  return names === '' ? [pattern] : names.split(',').map((name) => `${before}${name}${after}`)
}
