// Plays bots against recorded pools under PancakePredictionV2's rules and ours: `npm run simulate`. The same
// seed prints the same table: `npm run simulate -- --seed 2 --rounds 5000`.
import { parseArgs } from 'node:util'
import { formatTable, type TableRow } from '../format-table.ts'
import { DEFAULT_MODEL } from '../price-model.ts'
import { readPoolSets } from '../recorded-pools.ts'
import { runScenario } from '../run-scenario.ts'
import { listComparisons } from '../scenarios.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
    volatility: { type: 'string', default: String(DEFAULT_MODEL.volatility) },
  },
})
const options = {
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  model: { ...DEFAULT_MODEL, volatility: Number(values.volatility) },
}
const rows: TableRow[] = []
for (const { scenario, rules } of listComparisons(await readPoolSets())) {
  for (const rule of rules) {
    rows.push({
      name: scenario.name,
      rules: rule.name,
      result: runScenario(scenario, rule, options),
    })
  }
}
process.stdout.write(`${formatTable(rows)}\n`)
