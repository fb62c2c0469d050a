// Runs forge with the given arguments from the repository root and passes on its exit code, unlike the `forge` command
// that npm installs, and the signals that end it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { foundryBinary } from './foundry-binary.ts'

// Handled before forge starts: this process must never end alone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => forge.kill(signal))
}
const forge = spawn(foundryBinary('forge'), process.argv.slice(2), {
  cwd: join(import.meta.dirname, '../..'),
  stdio: 'inherit',
})
forge.once('error', (error) => {
  throw error
})
forge.once('exit', (code) => {
  process.exitCode = code ?? 1
})
