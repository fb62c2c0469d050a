// Plays rounds on a cluster of this machine while its parts fail: `npm run chaos`. The same seed chooses the same
// rounds and faults: `npm run chaos -- --rounds 100 --seed 7 --log chaos.log`.
import { randomInt } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { buildContracts } from '@bullring/stack/build'
import { StackError } from '@bullring/stack/errors'
import { parseArguments, parseCount } from '@bullring/stack/parse-arguments'
import { formatReport } from '../chaos/print-report.ts'
import { runChaos } from '../chaos/run-chaos.ts'
import { runInFolder } from '../chaos/run-in-folder.ts'

const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(name, () => stopping.abort())
}
const print = (text: string) => process.stdout.write(`${text}\n`)
const PROGRESS_ROUNDS = 25

function readOptions() {
  const { values } = parseArguments(
    {
      options: {
        rounds: { type: 'string', default: '1000' },
        seed: { type: 'string', default: `${randomInt(1, 2 ** 31)}` },
        pace: { type: 'string', default: '500' },
        log: { type: 'string' },
      },
    },
    'npm run chaos -- --rounds 100 --seed 7 --log chaos.log',
  )
  return {
    rounds: parseCount('--rounds', values.rounds, 1_000_000),
    seed: parseCount('--seed', values.seed, 2 ** 31),
    paceMs: parseCount('--pace', values.pace, 60_000),
    log: values.log,
  }
}

/** Prints every 25th round, and writes everything to `file`. */
function createReport(file: string | undefined): (text: string) => void {
  return (text) => {
    const line = `${new Date().toISOString()} ${text}`
    if (file !== undefined) appendFileSync(file, `${line}\n`)
    const [, round] = /^round (\d+): epoch/.exec(text) ?? []
    if (Number(round) % PROGRESS_ROUNDS === 0) print(line)
  }
}

try {
  const { log, ...options } = readOptions()
  print(`seed ${options.seed}, ${options.rounds} rounds`)
  await buildContracts()
  const report = createReport(log)
  const { signal } = stopping
  const result = await runInFolder((place) => runChaos({ ...options, ...place, report, signal }))
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
