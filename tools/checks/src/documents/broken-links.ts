import { access, glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { SOURCE_FOLDERS } from '../repository/source-folders.ts'

const DOCUMENTS = ['*.md', 'docs/**/*.md', `${SOURCE_FOLDERS}/**/README.md`]
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g

/** Returns links in Markdown files to files that do not exist. */
export async function brokenLinks(): Promise<readonly string[]> {
  const options = { cwd: repositoryRoot, exclude: ['**/node_modules/**'] }
  const files = await Array.fromAsync(glob(DOCUMENTS, options))
  const broken: string[] = []
  for (const file of files.filter((name) => !name.includes('node_modules'))) {
    const text = await readFile(join(repositoryRoot, file), 'utf8')
    for (const [, target] of text.matchAll(LINK)) {
      const path = join(repositoryRoot, dirname(file), target ?? '')
      await access(path).catch(() =>
        broken.push(`${file} links to ${target}, which does not exist`),
      )
    }
  }
  return broken
}
