import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { emitTypes } from '../emit-types.ts'
import { publishedNames } from '../published-names.ts'
import { LIBRARIES, readManifest } from '../workspace.ts'

/** `npm run api`: lists the names that the libraries export. With `--check`, only reports that the list is not fresh. */

const FILE = 'tools/pack/published-names.txt'
const lists: string[] = []
for (const library of LIBRARIES) {
  const manifest = readManifest(library)
  lists.push(publishedNames(manifest.name, await emitTypes(library, manifest)))
}
const file = join(repositoryRoot, FILE)
const text = lists.join('')
if (!process.argv.includes('--check')) await writeFile(file, text)
else if (text !== (await readFile(file, 'utf8').catch(() => ''))) {
  process.stderr.write(`${FILE} is not fresh: npm run api\n`)
  process.exitCode = 1
}
