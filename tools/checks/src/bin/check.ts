import { runChecks } from '../run-checks.ts'
import { abortOnSignals } from '../signals.ts'

const signal = abortOnSignals()
const { failed } = await runChecks({ signal, env: process.env }, (text) =>
  process.stdout.write(`${text}\n`),
)
process.exit(failed === 0 ? 0 : 1)
