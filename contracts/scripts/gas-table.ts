// Writes the measured gas of `contracts/snapshots` into the tables of `contracts/README.md`. `--check` writes nothing and
// fails if a table is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const README = join(import.meta.dirname, '../README.md')
const SNAPSHOTS = ['Prediction', 'SessionModule'].map((name) =>
  join(import.meta.dirname, `../snapshots/${name}.json`),
)

/** A row of a table: the operation, its comparison, and the measurement. */
const ROW = /^(\| (.+?) +\| +[\d,]* \|) +[\d,]+ \|$/gm

/**
 * Replaces the measured values.
 *
 * @throws when the rows of the tables are not the operations of the snapshots.
 */
function withMeasured(page: string, snapshot: Readonly<Record<string, string>>): string {
  const missing = new Set(Object.keys(snapshot))
  const updated = page.replace(ROW, (_row, start: string, operation: string) => {
    if (!missing.delete(operation)) throw new Error(`The snapshot has no "${operation}"`)
    return `${start} ${Number(snapshot[operation]).toLocaleString('en').padStart(9)} |`
  })
  if (missing.size > 0) throw new Error(`The table has no row for: ${[...missing].join('; ')}`)
  return updated
}

const page = readFileSync(README, 'utf8')
const measured = SNAPSHOTS.map((file) => JSON.parse(readFileSync(file, 'utf8')))
const updated = withMeasured(page, Object.assign({}, ...measured))
if (updated === page) process.stdout.write('The gas table is up to date\n')
else if (process.argv.includes('--check')) {
  process.stderr.write('The gas table is stale: run `node contracts/scripts/gas-table.ts`\n')
  process.exitCode = 1
} else writeFileSync(README, updated)
