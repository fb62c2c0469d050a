import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8')
const ID = /\bR-([A-Z]+)-(\d+)\b/g

/** Returns the ids that lines of docs/requirements.md begin with, by area. A line may withdraw several. */
function listedIds(): Map<string, number[]> {
  const areas = new Map<string, number[]>()
  for (const [, ids = ''] of read('docs/requirements.md').matchAll(/^- (R-.+?): /gm)) {
    for (const [, area = '', number] of ids.matchAll(ID)) {
      areas.set(area, [...(areas.get(area) ?? []), Number(number)])
    }
  }
  return areas
}

test('the ids of each area have no gap: a requirement that no longer applies stays as withdrawn', () => {
  for (const [area, numbers] of listedIds()) {
    const sorted = numbers.toSorted((a, b) => a - b)
    expect([area, sorted]).toEqual([area, sorted.map((_, index) => index + 1)])
  }
})

test('code and documents cite only requirements that exist', () => {
  const listed = new Set(
    [...listedIds()].flatMap(([area, numbers]) => numbers.map((number) => `R-${area}-${number}`)),
  )
  const files = globSync('**/*.{ts,tsx,sol,css,md}', {
    cwd: repositoryRoot,
    exclude: (name) => /^(node_modules|dist|cache|out|tools\/checks\/src\/documents)$/.test(name),
  })
  const cited = files.flatMap((file) => read(file).match(ID) ?? [])
  expect(cited.length).toBeGreaterThan(100)
  expect([...new Set(cited)].filter((id) => !listed.has(id))).toEqual([])
})
