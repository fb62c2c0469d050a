// Runs forge from the repository root with the arguments given, and fails if forge does. The `forge` command that npm
// installs does not.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { foundryBinary } from './foundry-binary.ts'

const { error, status } = spawnSync(foundryBinary('forge'), process.argv.slice(2), {
  cwd: join(import.meta.dirname, '../..'),
  stdio: 'inherit',
})
if (error) throw error
process.exitCode = status ?? 1
