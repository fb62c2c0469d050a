// Plays bots against recorded pools under PancakePredictionV2's rules and ours: `npm run simulate`. The same
// seed prints the same table: `npm run simulate -- --seed 2 --rounds 5000`.
import { StackError } from '@bullring/stack/errors'
import { parseArguments, parseCount } from '@bullring/stack/parse-arguments'
import { formatTable, type TableRow } from '../format-table.ts'
import { DEFAULT_MODEL } from '../price-model.ts'
import { readPoolSets } from '../recorded-pools.ts'
import { type RunOptions, runScenario } from '../run-scenario.ts'
import { listComparisons } from '../scenarios.ts'

try {
  process.stdout.write(`${formatTable(await simulate(readOptions()))}\n`)
} catch (error) {
  if (!(error instanceof StackError)) throw error
  process.stderr.write(`✗ ${error.message}\n`)
  process.exitCode = 1
}

function readOptions(): RunOptions {
  const { values } = parseArguments(
    {
      options: {
        rounds: { type: 'string', default: '50000' },
        seed: { type: 'string', default: '1' },
        volatility: { type: 'string', default: String(DEFAULT_MODEL.volatility) },
      },
    },
    'npm run simulate -- --seed 2 --rounds 5000',
  )
  const volatility = Number(values.volatility)
  if (!(volatility > 0 && volatility <= 10)) {
    throw new StackError(
      `--volatility must be a number above 0 and at most 10, and is "${values.volatility}".`,
    )
  }
  return {
    rounds: parseCount('--rounds', values.rounds, 10_000_000),
    seed: parseCount('--seed', values.seed, 2 ** 31),
    model: { ...DEFAULT_MODEL, volatility },
  }
}

async function simulate(options: RunOptions): Promise<TableRow[]> {
  const comparisons = listComparisons(await readPoolSets())
  return comparisons.flatMap(({ scenario, rules }) =>
    rules.map((rule) => ({
      name: scenario.name,
      rules: rule.name,
      result: runScenario(scenario, rule, options),
    })),
  )
}
