// Plays rounds on a cluster of this machine while its parts fail: `npm run chaos`. The same seed chooses the same
// rounds and faults: `npm run chaos -- --rounds 100 --seed 7 --log chaos.log`.
import { randomInt } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildContracts } from '@bullring/stack/build'
import { StackError } from '@bullring/stack/errors'
import { formatReport } from '../chaos/print-report.ts'
import { runInFolder } from '../chaos/run-in-folder.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: `${randomInt(1, 2 ** 31)}` },
    pace: { type: 'string', default: '500' },
    log: { type: 'string' },
  },
})
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => stopping.abort())
}
const print = (text: string) => process.stdout.write(`${text}\n`)
const PROGRESS_ROUNDS = 25

function report(text: string): void {
  const line = `${new Date().toISOString()} ${text}`
  if (values.log !== undefined) appendFileSync(values.log, `${line}\n`)
  const [, round] = /^round (\d+): epoch/.exec(text) ?? []
  if (Number(round) % PROGRESS_ROUNDS === 0) print(`${line}`)
}

print(`seed ${values.seed}, ${values.rounds} rounds`)
try {
  await buildContracts()
  const result = await runInFolder({
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    paceMs: Number(values.pace),
    report,
    signal: stopping.signal,
  })
  print(formatReport(result))
  process.exitCode = result.differences.length === 0 ? 0 : 1
} catch (error) {
  process.exitCode = 1
  if (!stopping.signal.aborted) {
    const text = error instanceof StackError ? error.message : String((error as Error).stack)
    process.stderr.write(`✗ ${text}\n`)
  }
}
process.exit()
