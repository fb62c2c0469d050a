import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { printLine } from '../bench/report.ts'
import { endOf, isBad, type Result, resultOf, tableOf } from '../bench/results.ts'
import { startChild } from '../processes/child.ts'
import { repositoryRoot } from '../repository-root.ts'

/**
 * Runs every benchmark of package.json in turn, and prints one table of all.
 *
 * Usage: npm run bench [-- service bundler ...] [--json: prints the results only]
 */

const PREFIX = 'bench:'
const Package = z.object({ scripts: z.record(z.string(), z.string()) })

const { scripts } = Package.parse(
  JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')),
)
const names = Object.keys(scripts)
  .filter((script) => script.startsWith(PREFIX))
  .map((script) => script.slice(PREFIX.length))
const args = process.argv.slice(2)
const isJson = args.includes('--json')
const requested = args.filter((arg) => arg !== '--json')
const unknown = requested.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  printLine(`Unknown benchmark: ${unknown.join(', ')}. There are: ${names.join(', ')}, --json.`)
  process.exit(2)
}

const results: Result[] = []
let isInterrupted = false
process.once('SIGINT', () => {
  isInterrupted = true
  process.stderr.write('The running benchmark finishes first: it is the last.\n')
})
for (const name of requested.length > 0 ? requested : names) {
  results.push(...(await run(name)))
  if (isInterrupted) break
}
for (const line of isJson ? [JSON.stringify(results, null, 2)] : tableOf(results)) printLine(line)
process.exitCode = results.some(isBad) ? 1 : 0

/** Runs one benchmark, and shows what it prints unless the output is JSON. */
async function run(bench: string): Promise<readonly Result[]> {
  const [, ...programAndArgs] = (scripts[`${PREFIX}${bench}`] ?? '').split(' ')
  const child = startChild({
    name: bench,
    command: process.execPath,
    args: programAndArgs,
    cwd: repositoryRoot,
    env: inherited(),
    withIpc: true,
    ...(!isJson && { onLine: (line: string) => printLine(`${bench}: ${line}`) }),
  })
  const figures: Result[] = []
  child.process.on('message', (message) => {
    const result = resultOf(bench, message)
    if (result !== null) figures.push(result)
  })
  // It is in another process group: Ctrl-C reaches this process alone.
  const [code] = await once(child.process, 'close')
  return [...figures, ...endOf(bench, z.nullable(z.number()).parse(code), figures)]
}

function inherited(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )
}
