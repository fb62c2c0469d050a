import { bannedPhrases } from '../documents/banned-phrases.ts'
import { brokenLinks } from '../documents/broken-links.ts'
import { inlineTags } from '../documents/inline-tags.ts'
import { missingPlaces } from '../documents/missing-places.ts'
import { ccipClients } from '../repository/ccip-clients.ts'
import { composeProblems } from '../repository/compose-problems.ts'
import { clusterVariables, composeVariables } from '../repository/compose-variables.ts'
import { folderSizes } from '../repository/folder-sizes.ts'
import { importBorders } from '../repository/import-borders.ts'
import { missingTests } from '../repository/missing-tests.ts'
import { unpinnedImages } from '../repository/unpinned-images.ts'
import { unverifiedPackages } from '../repository/unverified-packages.ts'
import { versionProblems } from '../repository/version-problems.ts'
import { workflowProblems } from '../repository/workflow-problems.ts'
import { runForge } from './run-forge.ts'
import { type ProgramOptions, type ProgramResult, runProgram } from './run-program.ts'

/** A rule of this repository that a program can check. Empty output means that it passed. */
export type Check = { name: string; run: (options: ProgramOptions) => Promise<string> }

/** Every check. `npm run check` runs these, `npm test` runs them beside the tests. */
export const checks: readonly Check[] = [
  program('lint and format (Biome)', 'biome', ['ci', '--error-on-warnings', '--colors=off', '.']),
  types('types of the services', 'tsconfig.json'),
  types('types of the pages and the wallet kit', 'tsconfig.pages.json'),
  types('types of the service worker', 'game/web/service-worker/tsconfig.json'),
  types('types of the browser tests and the WalletConnect client', 'e2e/tsconfig.json'),
  forge('format (Solidity)', ['fmt', '--check']),
  // A separate profile: linting compiles without code generation and would overwrite the artifacts.
  forge('lint (Solidity)', ['lint', 'contracts/src', '--deny', 'warnings'], {
    FOUNDRY_PROFILE: 'lint',
  }),
  forge('contracts compile', ['build']),
  program('contracts/artifacts.json is fresh', 'node', [
    'contracts/scripts/write-artifacts.ts',
    '--check',
  ]),
  program('contract ABI is fresh', 'node', ['contracts/scripts/export-abi.ts', '--check']),
  forge('gas is within limits and snapshot', [
    'test',
    '--match-contract',
    'Prediction(Gas|Paging)Test',
  ]),
  program('gas table is fresh', 'node', ['contracts/scripts/gas-table.ts', '--check']),
  program('table of costs is fresh', 'node', ['contracts/scripts/operating-cost.ts', '--check']),
  program('list of published names is fresh', 'node', [
    'tools/pack/src/bin/write-api.ts',
    '--check',
  ]),
  program('docs/errors.md is fresh', 'node', ['tools/checks/src/bin/write-errors.ts', '--check']),
  program('reference of the settings is fresh', 'node', [
    'tools/checks/src/bin/write-configuration.ts',
    '--check',
  ]),
  program('nothing unused (knip)', 'knip', []),
  list('imports cross no border', importBorders),
  list('folders can be taken in at one look', folderSizes),
  list('compose files are complete', composeProblems),
  list('compose.yaml passes every variable on', composeVariables),
  list('nodes of a cluster have every variable', clusterVariables),
  list('every locked package has a checksum', unverifiedPackages),
  list('container images are pinned by digest', unpinnedImages),
  list('clients of chains follow no URL of a contract', ccipClients),
  list('all workspaces have one version', versionProblems),
  list('workflows call only what exists', workflowProblems),
  list('links in the documentation resolve', brokenLinks),
  list('places named in ARCHITECTURE.md and READMEs exist', missingPlaces),
  list('tests named in docs/custody.md and docs/threat-model.md exist', missingTests),
  list('tags of doc comments start a line', inlineTags),
  list('no phrase that docs/style.md replaces', bannedPhrases),
]

/** A check that lists what is wrong. */
function list(name: string, find: () => Promise<readonly string[]>): Check {
  return { name, run: async () => (await find()).join('\n') }
}

function program(name: string, command: string, args: readonly string[]): Check {
  return {
    name,
    run: async (options) => problemsOf(await runProgram(command, args, options), command),
  }
}

/** Checks only what has changed since the last run: the compiler keeps its findings by file. */
function types(name: string, config: string): Check {
  const state = `artifacts/types/${config.replaceAll('/', '-')}.tsbuildinfo`
  return program(name, 'tsc', ['-p', config, '--incremental', '--tsBuildInfoFile', state])
}

function forge(
  name: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Check {
  return {
    name,
    run: async (options) => {
      const env = { ...options.env, ...variables }
      return problemsOf(await runForge(args, { ...options, env }), 'forge')
    },
  }
}

function problemsOf({ isSuccess, output }: ProgramResult, command: string): string {
  if (isSuccess) return ''
  return output.trim() === '' ? `${command} failed without output` : output
}
