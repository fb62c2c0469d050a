import { abortOnSignals } from '../abort-on-signals.ts'
import { runChecks } from '../run-checks.ts'

const signal = abortOnSignals()
const { failed } = await runChecks({ signal, env: process.env }, (text) =>
  process.stdout.write(`${text}\n`),
)
process.exit(failed === 0 ? 0 : 1)
