import { parseArguments } from '@bullring/stack/parse-arguments'
import { ReleaseError } from './errors.ts'

const USAGE = 'npm run release -- <version> [--skip-tests | --tag]'

/** Options of the command: the version, without the tests, with a tag. */
export type ReleaseArguments = { version: string; skipsTests: boolean; hasTag: boolean }

/**
 * Parses the arguments of `npm run release`.
 *
 * @throws {ReleaseError} or {@link StackError} naming the wrong argument.
 */
export function parseReleaseArguments(args: readonly string[]): ReleaseArguments {
  const { values, positionals } = parseArguments(
    {
      args: [...args],
      allowPositionals: true,
      options: {
        'skip-tests': { type: 'boolean', default: false },
        tag: { type: 'boolean', default: false },
      },
    },
    USAGE,
  )
  const [version, ...further] = positionals
  if (version === undefined || further.length > 0)
    throw new ReleaseError(`Name the version of the release. Use: ${USAGE}`)
  const { 'skip-tests': skipsTests, tag: hasTag } = values
  if (skipsTests && hasTag)
    throw new ReleaseError('A tag needs all tests: leave out --skip-tests, or --tag for a dry run.')
  return { version, skipsTests, hasTag }
}
