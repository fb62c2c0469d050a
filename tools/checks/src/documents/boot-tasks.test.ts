import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { describe, expect, test } from 'vitest'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

/** Documents that operators read before Node 24 is installed. */
const DOCUMENTS = [
  'README.md',
  ...readdirSync(join(repositoryRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('adr'))
    .map((name) => `docs/${name}`),
]

const { scripts } = JSON.parse(read('package.json'))

/** Commands of the root that documents name, but for benchmarks: CONTRIBUTING.md has Node 24 on the PATH. */
function namedCommands(): string[] {
  const matches = DOCUMENTS.map(read)
    .join('\n')
    .matchAll(/npm run ([a-z:-]+)/g)
  const names = new Set([...matches].map(([, name = '']) => name))
  return [...names].filter((name) => name in scripts && !name.startsWith('bench:'))
}

describe('stack/boot', () => {
  test.each(namedCommands())('runs "npm run %s" with any Node from 20.19 on', (name) => {
    const [node, program, task] = scripts[name].split(' ')
    expect([node, program]).toEqual(['node', expect.stringMatching(/^stack\/boot\/.*\.mjs$/)])
    if (task !== undefined) expect(read(program)).toMatch(new RegExp(`^  '?${task}'?: '`, 'm'))
  })
})
