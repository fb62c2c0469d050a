import { access, glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'

const DOCUMENTS = [
  '*.md',
  'docs/**/*.md',
  '{contracts,packages,services,apps,tools,e2e}/**/README.md',
]
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g

/** Links in Markdown files to files that are not there. */
export async function brokenLinks(): Promise<readonly string[]> {
  const options = { cwd: repositoryRoot, exclude: ['**/node_modules/**'] }
  const files = await Array.fromAsync(glob(DOCUMENTS, options))
  const broken: string[] = []
  for (const file of files.filter((name) => !name.includes('node_modules'))) {
    const text = await readFile(join(repositoryRoot, file), 'utf8')
    for (const [, target] of text.matchAll(LINK)) {
      const path = join(repositoryRoot, dirname(file), target ?? '')
      await access(path).catch(() => broken.push(`${file} links to ${target}, which is not there`))
    }
  }
  return broken
}
