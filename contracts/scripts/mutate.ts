// Mutation tests: injects one fault at a time into a copy of the contracts and runs their tests. Fails if the tests
// pass with a fault, or if a fault no longer matches its contract. `--only <text>` runs the faults whose name contains
// the text.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foundryBinary } from './foundry-binary.ts'
import type { Mutant } from './mutants.ts'
import { mutants } from './mutants.ts'
import { sessionModuleMutants } from './session-module-mutants.ts'

/** A contract with its faults, and the tests that must detect them. */
type Subject = {
  contract: string
  mutants: readonly Mutant[]
  /** Arguments of forge. Almost any change alters the gas, so the gas tests prove nothing. */
  fast: readonly string[]
  /** The slow tests run only for faults that the others miss. */
  slow: readonly string[]
}

type Verdict = 'killed' | 'survived' | 'does not compile'

const ROOT = join(import.meta.dirname, '../..')
const COPIED = [
  'foundry.toml',
  'contracts/src',
  'contracts/test',
  'contracts/scripts/solc.mjs',
  'stack/src/account-contracts/account-contracts.json',
]
/** Fewer runs than usual: tests that find a fault only by luck are not good enough. */
const FEW_RUNS = { FOUNDRY_FUZZ_RUNS: '64', FOUNDRY_INVARIANT_RUNS: '8' }
const SUBJECTS: readonly Subject[] = [
  {
    contract: 'contracts/src/Prediction.sol',
    mutants,
    fast: [
      ...['--match-contract', '(Prediction|Mocks).*Test'],
      ...['--no-match-contract', 'Prediction(Gas|Paging|Replay|Invariant)Test'],
    ],
    slow: ['--match-contract', 'Prediction(Replay|Invariant)Test'],
  },
  {
    contract: 'contracts/src/SessionModule.sol',
    mutants: sessionModuleMutants,
    fast: ['--match-contract', 'SessionModule(Grant|Execute)Test'],
    slow: ['--match-contract', 'SessionModuleInvariantTest'],
  },
]

/** Copies the files that the tests need, away from files that other processes write. */
function createCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'mutants-'))
  for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

function forge(copy: string, ...args: string[]): { isOk: boolean; output: string } {
  const result = spawnSync(foundryBinary('forge'), args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, ...FEW_RUNS },
  })
  return { isOk: result.status === 0, output: result.stdout + result.stderr }
}

/** @throws When the fault matches nowhere, or in several places. */
function applyTo(source: string, { fault, search, replace }: Mutant): string {
  const parts = source.split(search)
  if (parts.length !== 2) throw new Error(`"${fault}" matches ${parts.length - 1} places`)
  return parts.join(replace)
}

function judge(copy: string, { contract, fast, slow }: Subject, source: string): Verdict {
  writeFileSync(join(copy, contract), source)
  for (const tests of [fast, slow]) {
    const { isOk, output } = forge(copy, 'test', ...tests, '--fail-fast')
    if (!isOk) return output.includes('[FAIL') ? 'killed' : 'does not compile'
  }
  return 'survived'
}

/** Returns the verdicts on the faults of a contract. */
function judgeAll(copy: string, subject: Subject): readonly Verdict[] {
  if (subject.mutants.length === 0) return []
  const original = readFileSync(join(ROOT, subject.contract), 'utf8')
  const sources = subject.mutants.map((mutant) => applyTo(original, mutant))
  for (const tests of [subject.fast, subject.slow]) {
    const { isOk, output } = forge(copy, 'test', ...tests)
    if (!isOk) throw new Error(`The tests fail on the unchanged contract:\n${output}`)
  }
  const verdicts = sources.map((source, index) => {
    const verdict = judge(copy, subject, source)
    process.stdout.write(`${verdict.padEnd(17)}${subject.mutants[index]?.fault}\n`)
    return verdict
  })
  writeFileSync(join(copy, subject.contract), original)
  return verdicts
}

function main(): void {
  const only = process.argv.includes('--only')
    ? (process.argv[process.argv.indexOf('--only') + 1] ?? '')
    : ''
  const copy = createCopy()
  try {
    const verdicts = SUBJECTS.flatMap((subject) => {
      const chosen = subject.mutants.filter(({ fault }) => fault.includes(only))
      return judgeAll(copy, { ...subject, mutants: chosen })
    })
    const killed = verdicts.filter((verdict) => verdict === 'killed').length
    process.stdout.write(`${killed} of ${verdicts.length} faults killed\n`)
    if (killed < verdicts.length) process.exitCode = 1
  } finally {
    rmSync(copy, { recursive: true })
  }
}

main()
