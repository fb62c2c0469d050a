import { describe, expect, test } from 'vitest'
import { missingTests, namedTests, testTitles } from './missing-tests.ts'

const DOCUMENT = `# Who holds the key

| Who | Can | Shown by |
|---|---|---|
| a "user" | sign | "signs", "a code: works once" |
| no one | read | browser origins, \`app/otp.test.ts\` |
| owner | pause | \`test_pause_stops\` |

| Event | "not read" |
|---|---|
| a crash | "nor this" |
`

describe('namedTests', () => {
  test('lists titles, functions and files in the last column of tables that name tests', () => {
    expect(namedTests(DOCUMENT)).toEqual([
      'signs',
      'a code: works once',
      'app/otp.test.ts',
      'test_pause_stops',
    ])
  })
})

const SOURCE = `describe('sign-in', () => {
  // test('only in a comment', ...)
  test('signs', () => {})
  const text = 'no title'
  test.each([
    ['for another site', 1],
  ])('refuses a message %s', () => {})
})
function test_pause_stops() public {}
`

describe('testTitles', () => {
  test('lists titles of tests, with rows of tables, and no other text', () => {
    expect(testTitles(SOURCE)).toEqual([
      'sign-in',
      'signs',
      'refuses a message %s',
      'refuses a message for another site',
      'test_pause_stops',
    ])
  })
})

describe('missingTests', () => {
  test('finds every test that the documents name in the repository', async () => {
    expect(await missingTests()).toEqual([])
  })
})
