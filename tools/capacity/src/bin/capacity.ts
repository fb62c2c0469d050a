// Computes what an audience needs in machines and money: `npm run capacity [-- <players> ...]`. With `--write` it updates
// the tables of docs/scale.md, with `--check` it fails if they differ.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { checkPlan, findExceeded, SIZES } from '../check-plan.ts'
import { readFigures } from '../figures.ts'
import { formatPlans } from '../format-plan.ts'
import { replaceTables } from '../replace-tables.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, check: { type: 'boolean' } },
})
const figures = await readFigures()
const sizes = positionals.length === 0 ? SIZES : positionals.map(Number)
const plans = sizes.map((players) => checkPlan(players, figures))
const text = formatPlans(plans, figures)
const exceeded = plans.flatMap(findExceeded)
const file = join(repositoryRoot, 'docs/scale.md')
if (values.write) {
  await writeFile(file, replaceTables(await readFile(file, 'utf8'), text))
} else if (values.check) {
  const document = await readFile(file, 'utf8')
  if (replaceTables(document, text) !== document) {
    exceeded.push('The tables of docs/scale.md are stale: run `npm run capacity -- --write`.')
  }
} else process.stdout.write(`${text}\n`)
for (const sentence of exceeded) process.stdout.write(`${sentence}\n`)
process.exitCode = exceeded.length === 0 ? 0 : 1
