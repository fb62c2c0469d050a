import { undocumentedVariables } from './configuration.ts'
import { undocumentedErrorCodes } from './error-codes.ts'
import { brokenLinks } from './links.ts'
import type { ProgramOptions } from './run-program.ts'
import { runProgram } from './run-program.ts'

/** A rule of the house that a machine can check. Empty output means that it is kept. */
export type Check = { name: string; run: (options: ProgramOptions) => Promise<string> }

/** Forge, started so that it fails when it fails. */
const FORGE = 'contracts/scripts/forge.ts'

/** Every check, cheapest first. `npm run check` runs these, `npm test` runs them before the tests. */
export const checks: readonly Check[] = [
  program('lint and format (Biome)', 'biome', ['ci', '--error-on-warnings', '--colors=off', '.']),
  program('types of the services', 'tsc', ['-p', 'tsconfig.json']),
  program('types of the web app', 'tsc', ['-p', 'apps/web']),
  program('types of the wallet kit', 'tsc', ['-p', 'packages/wallet-kit']),
  program('types of the browser tests', 'tsc', ['-p', 'e2e']),
  program('format (Solidity)', 'node', [FORGE, 'fmt', '--check']),
  // Its own profile, because linting compiles without code and would spoil the artifacts.
  program('lint (Solidity)', 'node', [FORGE, 'lint', 'contracts/src', '--deny', 'warnings'], {
    FOUNDRY_PROFILE: 'lint',
  }),
  program('contract ABI is fresh', 'node', ['contracts/scripts/export-abi.ts', '--check']),
  program('gas is within targets and snapshot', 'node', [
    'contracts/scripts/measure-gas.ts',
    '--check',
  ]),
  program('nothing unused (knip)', 'knip', []),
  {
    name: 'every error code is documented',
    run: async () => (await undocumentedErrorCodes()).join('\n'),
  },
  {
    name: 'every variable is documented',
    run: async () => (await undocumentedVariables()).join('\n'),
  },
  { name: 'links in the documentation resolve', run: async () => (await brokenLinks()).join('\n') },
]

function program(
  name: string,
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Check {
  return {
    name,
    run: async ({ env, signal }) => {
      const options = { env: { ...env, ...variables }, signal }
      const { isSuccess, output } = await runProgram(command, args, options)
      if (isSuccess) return ''
      return output.trim() === '' ? `${command} failed without a word` : output
    },
  }
}
