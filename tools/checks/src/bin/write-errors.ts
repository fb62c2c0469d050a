import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { readDeclaredErrors } from '../documents/declared-errors.ts'
import { errorsDocument } from '../documents/errors-document.ts'

/** `npm run errors`: writes docs/errors.md; with `--check`, only reports that it is not fresh. */

const file = join(repositoryRoot, 'docs/errors.md')
const text = errorsDocument(await readDeclaredErrors())
if (!process.argv.includes('--check')) await writeFile(file, text)
else if (text !== (await readFile(file, 'utf8'))) {
  process.stderr.write('docs/errors.md is not fresh: npm run errors\n')
  process.exitCode = 1
}
