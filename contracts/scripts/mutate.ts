// Mutation tests: injects one fault at a time into a copy of the game contract and runs the tests. Fails if the tests
// pass with a fault, or if a fault no longer matches the contract. `--only <text>` runs the faults whose name contains
// the text.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foundryBinary } from './foundry-binary.ts'
import type { Mutant } from './mutants.ts'
import { mutants } from './mutants.ts'

type Verdict = 'killed' | 'survived' | 'does not compile'

const ROOT = join(import.meta.dirname, '../..')
const CONTRACT = 'contracts/src/Prediction.sol'
const COPIED = ['foundry.toml', 'contracts/src', 'contracts/test', 'contracts/scripts/solc.mjs']
/** Fewer runs than usual: tests that find a fault only by luck are not good enough. */
const FEW_RUNS = { FOUNDRY_FUZZ_RUNS: '64', FOUNDRY_INVARIANT_RUNS: '8' }
/** The slow tests run only for faults that the others miss. */
const SLOW = ['test', '--match-contract', 'Prediction(Replay|Invariant)Test']
/** Almost any change alters the gas, so the gas tests prove nothing. */
const FAST = ['test', '--no-match-contract', 'Prediction(Gas|Paging|Replay|Invariant)Test']

/** Copies what the tests need, away from files that other processes write. */
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
  if (parts.length !== 2)
    throw new Error(`"${fault}" matches ${parts.length - 1} places in ${CONTRACT}`)
  return parts.join(replace)
}

function judge(copy: string, source: string): Verdict {
  writeFileSync(join(copy, CONTRACT), source)
  for (const tests of [FAST, SLOW]) {
    const { isOk, output } = forge(copy, ...tests, '--fail-fast')
    if (!isOk) return output.includes('[FAIL') ? 'killed' : 'does not compile'
  }
  return 'survived'
}

function main(): void {
  const only = process.argv[process.argv.indexOf('--only') + 1] ?? ''
  const chosen = process.argv.includes('--only')
    ? mutants.filter(({ fault }) => fault.includes(only))
    : mutants
  const original = readFileSync(join(ROOT, CONTRACT), 'utf8')
  const sources = chosen.map((mutant) => applyTo(original, mutant))
  const copy = createCopy()
  try {
    for (const tests of [FAST, SLOW]) {
      const { isOk, output } = forge(copy, ...tests)
      if (!isOk) throw new Error(`The tests fail on the unchanged contract:\n${output}`)
    }
    const verdicts = sources.map((source, index) => {
      const verdict = judge(copy, source)
      process.stdout.write(`${verdict.padEnd(17)}${chosen[index]?.fault}\n`)
      return verdict
    })
    const killed = verdicts.filter((verdict) => verdict === 'killed').length
    process.stdout.write(`${killed} of ${verdicts.length} faults killed\n`)
    if (killed < verdicts.length) process.exitCode = 1
  } finally {
    rmSync(copy, { recursive: true })
  }
}

main()
