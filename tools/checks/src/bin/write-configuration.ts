import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { withReference } from '../documents/configuration-reference.ts'

/** Writes the tables of docs/configuration.md; with `--check`, only reports whether they are fresh. */

const file = join(repositoryRoot, 'docs/configuration.md')
const before = await readFile(file, 'utf8')
const text = withReference(before)
if (!process.argv.includes('--check')) await writeFile(file, text)
else if (text !== before) {
  process.stderr.write(
    'docs/configuration.md is not fresh: node tools/checks/src/bin/write-configuration.ts\n',
  )
  process.exitCode = 1
}
