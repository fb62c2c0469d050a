// Writes the measured gas of `contracts/snapshots` into the table of `contracts/README.md`. `--check` writes nothing and
// fails if the table is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const README = join(import.meta.dirname, '../README.md')
const SNAPSHOT = join(import.meta.dirname, '../snapshots/Prediction.json')

/** A row of the table: the operation, what V2 uses for it, and what we measured. */
const ROW = /^(\| (.+?) +\| +[\d,]* \|) +[\d,]+ \|$/gm

/**
 * Replaces the measured values.
 *
 * @throws when the rows of the table are not the operations of the snapshot.
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
const updated = withMeasured(page, JSON.parse(readFileSync(SNAPSHOT, 'utf8')))
if (updated === page) process.stdout.write('The gas table is up to date\n')
else if (process.argv.includes('--check')) {
  process.stderr.write('The gas table is stale: run `node contracts/scripts/gas-table.ts`\n')
  process.exitCode = 1
} else writeFileSync(README, updated)
