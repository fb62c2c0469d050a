// Compiles the contracts and writes `contracts/artifacts.json`, from which everything but forge reads them. `--check`
// writes nothing and fails if the file differs from a fresh compilation.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Abi, Hex } from 'viem'
import { ARTIFACTS_FILE, type StoredArtifact } from '../deploy/artifact.ts'
import { sourcesHash } from './sources-hash.ts'

type ForgeOutput = {
  abi: Abi
  bytecode: { object: Hex }
  deployedBytecode: { object: Hex }
  metadata: {
    compiler: { version: string }
    settings: { compilationTarget: Readonly<Record<string, string>> }
  }
}

const ROOT = join(import.meta.dirname, '../..')
/** A folder apart: test contracts add to what forge writes. */
const OUTPUT = 'contracts/cache/artifacts'

function compile(): void {
  const forge = join(import.meta.dirname, 'forge.ts')
  execFileSync(process.execPath, [forge, 'build', 'contracts/src'], {
    cwd: ROOT,
    env: {
      ...process.env,
      FOUNDRY_OUT: `${OUTPUT}/out`,
      FOUNDRY_CACHE_PATH: `${OUTPUT}/cache`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Drops `internalType`, the Solidity names that no reader needs. */
function withoutInternalTypes(abi: Abi): Abi {
  const dropped = JSON.stringify(abi, (key, value) => (key === 'internalType' ? undefined : value))
  return JSON.parse(dropped) as Abi
}

/** The contracts of this repository, without those of libraries. */
function readOutputs(): readonly (readonly [string, ForgeOutput])[] {
  return globSync(`${OUTPUT}/out/*.sol/*.json`, { cwd: ROOT })
    .map((file) => {
      const output = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as ForgeOutput
      return [basename(file, '.json'), output] as const
    })
    .filter(([, { metadata }]) =>
      Object.keys(metadata.settings.compilationTarget).some((path) =>
        path.startsWith('contracts/src/'),
      ),
    )
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function toStored(name: string, { abi, bytecode, deployedBytecode }: ForgeOutput): StoredArtifact {
  const creation = bytecode.object
  const deployed = deployedBytecode.object.slice(2)
  const from = creation.indexOf(deployed, 2)
  if (from < 0) throw new Error(`The creation code of ${name} does not contain the deployed code`)
  const place = [from, from + deployed.length] as const
  return { abi: withoutInternalTypes(abi), bytecode: creation, deployed: place }
}

/** One contract a line, so that a change shows which contracts it touches. */
function render(): string {
  const outputs = readOutputs()
  const versions = new Set(outputs.map(([, { metadata }]) => metadata.compiler.version))
  const contracts = outputs.map(
    ([name, output]) => `${JSON.stringify(name)}: ${JSON.stringify(toStored(name, output))}`,
  )
  return `{
"sources": ${JSON.stringify(sourcesHash(ROOT))},
"compiler": ${JSON.stringify([...versions].join())},
"contracts": {
${contracts.join(',\n')}
}
}
`
}

compile()
const content = render()
const file = fileURLToPath(ARTIFACTS_FILE)
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== content) {
    process.stderr.write(`${file} is stale: run \`node contracts/scripts/write-artifacts.ts\`\n`)
    process.exitCode = 1
  }
} else {
  // Renamed: another process may be reading it.
  writeFileSync(`${file}.new`, content)
  renameSync(`${file}.new`, file)
}
