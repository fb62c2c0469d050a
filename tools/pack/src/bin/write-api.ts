import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiReference } from '../api-reference.ts'
import { emitTypes } from '../emit-types.ts'
import { folderOf, LIBRARIES, readManifest } from '../workspace.ts'

/** `npm run api`: writes the API references of the libraries; with `--check`, only reports those that are not fresh. */

const isCheck = process.argv.includes('--check')
for (const library of LIBRARIES) {
  const file = join(folderOf(library), 'API.md')
  const manifest = await readManifest(library)
  const text = apiReference(manifest.name, await emitTypes(library, manifest))
  if (!isCheck) await writeFile(file, text)
  else if (text !== (await readFile(file, 'utf8').catch(() => ''))) {
    process.stderr.write(`API.md of ${library} is not fresh: npm run api\n`)
    process.exitCode = 1
  }
}
