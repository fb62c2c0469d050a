// Runs forge with the given arguments from the repository root and passes on its exit code, unlike the `forge` command
// that npm installs.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { foundryBinary } from './foundry-binary.ts'

const { error, status } = spawnSync(foundryBinary('forge'), process.argv.slice(2), {
  cwd: join(import.meta.dirname, '../..'),
  stdio: 'inherit',
})
if (error) throw error
process.exitCode = status ?? 1
