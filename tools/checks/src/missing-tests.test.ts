import { describe, expect, test } from 'vitest'
import { missingTests, namedTests } from './missing-tests.ts'

const DOCUMENT = `# Who holds the key

| Who | Can | Shown by |
|---|---|---|
| a "user" | sign | "signs", "a code: works once" |
| no one | read | browser origins |

| Event | "not read" |
|---|---|
| a crash | "nor this" |
`

describe('namedTests', () => {
  test('lists the titles in the last column of tables that name tests', () => {
    expect(namedTests(DOCUMENT)).toEqual(['signs', 'a code: works once'])
  })
})

describe('missingTests', () => {
  test('finds every test of docs/custody.md in the repository', async () => {
    expect(await missingTests()).toEqual([])
  })
})
