// Writes the gas costs of a market per day into the table of `docs/going-live.md`, from the measured gas in
// `contracts/snapshots`. `--check` writes nothing and fails if the table is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatUnits } from '@bullring/prediction/decimal'

const GUIDE = join(import.meta.dirname, '../../docs/going-live.md')
const SNAPSHOT = join(import.meta.dirname, '../snapshots/Prediction.json')
const TABLE = /(?<=<!-- cost per day -->\n)[\s\S]*?(?=\n<!-- end -->)/

const DAY_SECONDS = 86_400
const INTERVALS = [60, 300, 3_600]
/** In wei: 0.05, 0.1 and 1 gwei. */
const GAS_PRICES = [50_000_000n, 100_000_000n, 1_000_000_000n]

/** Gas of one settlement by the keeper, and of the deployment. */
function readGas(): { settle: bigint; deploy: bigint } {
  const snapshot: Readonly<Record<string, string>> = JSON.parse(readFileSync(SNAPSHOT, 'utf8'))
  const { 'settle with bets, 3 oracle rounds later': settle, deploy } = snapshot
  if (settle === undefined || deploy === undefined) {
    throw new Error('The snapshot has no settlement or no deployment')
  }
  return { settle: BigInt(settle), deploy: BigInt(deploy) }
}

function row(label: string, times: string, gas: bigint): string {
  const costs = GAS_PRICES.map((price) => `${formatUnits(gas * price, 18)} BNB`)
  return `| ${[label, times, gas.toLocaleString('en'), ...costs].join(' | ')} |`
}

function costTable(): string {
  const { settle, deploy } = readGas()
  const prices = GAS_PRICES.map((price) => `at ${formatUnits(price, 9)} gwei`)
  return [
    `| | settlements | gas | ${prices.join(' | ')} |`,
    `|---|--:|--:|${'--:|'.repeat(prices.length)}`,
    ...INTERVALS.map((seconds) => {
      const strikes = DAY_SECONDS / seconds
      return row(`a day of rounds of ${seconds} s`, `${strikes}`, BigInt(strikes) * settle)
    }),
    row('the deployment, once', '', deploy),
  ].join('\n')
}

const guide = readFileSync(GUIDE, 'utf8')
if (!TABLE.test(guide)) throw new Error('docs/going-live.md has no table of costs')
const updated = guide.replace(TABLE, costTable)
if (updated === guide) process.stdout.write('The table of costs is up to date\n')
else if (process.argv.includes('--check')) {
  process.stderr.write(
    'The table of costs is stale: run `node contracts/scripts/operating-cost.ts`\n',
  )
  process.exitCode = 1
} else writeFileSync(GUIDE, updated)
