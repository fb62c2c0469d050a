import { expect, test } from 'vitest'
import { parseReleaseArguments } from './release-arguments.ts'

test('is a dry run with tests by default', () => {
  const defaults = { version: '0.2.0', skipsTests: false, hasTag: false }
  expect(parseReleaseArguments(['0.2.0'])).toEqual(defaults)
  expect(parseReleaseArguments(['0.2.0', '--tag'])).toEqual({ ...defaults, hasTag: true })
  expect(parseReleaseArguments(['--skip-tests', '0.2.0'])).toEqual({
    ...defaults,
    skipsTests: true,
  })
})

test.each([
  [[], 'Name the version'],
  [['0.2.0', '0.3.0'], 'Name the version'],
  [['0.2.0', '--push'], "Unknown option '--push'. Use: npm run release"],
  [['0.2.0', '--tag', '--skip-tests'], 'A tag needs all tests'],
])('error: %j', (args, message) => {
  expect(() => parseReleaseArguments(args)).toThrow(message)
})
