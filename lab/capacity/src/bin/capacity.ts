// Computes what an audience needs in machines and money: `npm run capacity [-- <players> ...]`. With `--write` it updates
// the tables of docs/scale.md.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StackError } from '@bullring/stack/errors'
import { parseArguments, parseCount } from '@bullring/stack/parse-arguments'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { checkPlan, findExceeded, SIZES } from '../check-plan.ts'
import { readFigures } from '../figures.ts'
import { formatPlans } from '../format-plan.ts'
import { replaceTables } from '../replace-tables.ts'

/** More take the simulation too long. */
const MAX_PLAYERS = 10_000_000

try {
  process.exitCode = await run()
} catch (error) {
  if (!(error instanceof StackError)) throw error
  process.stderr.write(`✗ ${error.message}\n`)
  process.exitCode = 1
}

/** Returns the exit code. */
async function run(): Promise<number> {
  const { values, positionals } = parseArguments(
    {
      allowPositionals: true,
      options: { write: { type: 'boolean' } },
    },
    'npm run capacity -- 250000',
  )
  const given = positionals.map((text) => parseCount('The number of players', text, MAX_PLAYERS))
  const figures = await readFigures()
  const plans = (given.length === 0 ? SIZES : given).map((players) => checkPlan(players, figures))
  const text = formatPlans(plans, figures)
  const exceeded = plans.flatMap(findExceeded)
  const file = join(repositoryRoot, 'docs/scale.md')
  if (values.write) {
    await writeFile(file, replaceTables(await readFile(file, 'utf8'), text))
  } else process.stdout.write(`${text}\n`)
  for (const sentence of exceeded) process.stdout.write(`${sentence}\n`)
  return exceeded.length === 0 ? 0 : 1
}
