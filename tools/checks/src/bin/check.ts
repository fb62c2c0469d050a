import { abortOnSignals } from '../running/abort-on-signals.ts'
import { refuseArguments } from '../running/refuse-arguments.ts'
import { runChecks } from '../running/run-checks.ts'

refuseArguments('npm run check')
const signal = abortOnSignals()
const { failures } = await runChecks({ signal, env: process.env }, (text) =>
  process.stdout.write(`${text}\n`),
)
process.exit(failures.length === 0 ? 0 : 1)
