// Measures the gas of every operation on a local chain with the rules of BSC, prints it beside the baseline and the
// target, and writes `contracts/gas-snapshot.json` and the table of `contracts/README.md`. `--check` writes nothing, and
// fails if an operation is above its target or above the snapshot. Run `forge build` first.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClockedChain, createClockedChain } from './clocked-chain.ts'
import type { Players, Scenario } from './gas-scenarios.ts'
import * as scenarios from './gas-scenarios.ts'
import { startLocalChain } from './local-chain.ts'
import { createMeasuredMarket } from './measured-market.ts'

type Row = {
  operation: string
  /** What PancakePredictionV2 uses, compiled with its own settings; null where it has no such operation. */
  baseline: number | null
  target: number | null
  /** The dearest one counts. */
  conditions: readonly Scenario[]
}

type Snapshot = Record<string, number>

const SNAPSHOT = join(import.meta.dirname, '../gas-snapshot.json')
const README = join(import.meta.dirname, '../README.md')
const TABLE_START = '<!-- gas table -->'
const TABLE_END = '<!-- end of gas table -->'

const deploy: Scenario = (market) => Promise.resolve(market.deployGas)

const rows: readonly Row[] = [
  row('later bet, returning user, bull', 99_120, 61_000, scenarios.laterBet('bull')),
  row('later bet, returning user, bear', 119_039, 61_000, scenarios.laterBet('bear')),
  row('first bet of a round, new user', 150_420, 95_000, scenarios.firstBet),
  row('settle with bets, id given', 334_870, 80_000, scenarios.settleNewest, scenarios.settleOlder),
  row('executeRound with bets', 334_870, 90_000, scenarios.executeNewest),
  row('executeRound with bets, 3 oracle rounds later', null, null, scenarios.executeOlder),
  claimRow(1, 94_003, 46_500),
  claimRow(5, 344_779, 102_000),
  claimRow(20, 1_285_721, 315_000),
  row('refund 1, never settled', 93_922, 42_000, scenarios.refundUnsettled),
  row('refund 1, one-sided', null, 42_000, scenarios.refundOneSided),
  row(
    'refund 1, tie or oracle late',
    null,
    null,
    scenarios.refundTie,
    scenarios.refundVoidLock,
    scenarios.refundVoidClose,
  ),
  row('deploy', 4_888_904, 2_700_000, deploy),
]

function row(
  operation: string,
  baseline: number | null,
  target: number | null,
  ...conditions: Scenario[]
): Row {
  return { operation, baseline, target, conditions }
}

function claimRow(count: number, baseline: number, target: number): Row {
  const conditions = [scenarios.claimWon(count, 1), scenarios.claimWon(count, 2)]
  return row(`claim ${count} won`, baseline, target, ...conditions)
}

async function measure(chain: ClockedChain): Promise<Snapshot> {
  const addressOf = (index: number) => chain.account(index).address
  const players: Players = {
    winner: addressOf(1),
    loser: addressOf(2),
    others: [addressOf(3), addressOf(4)],
  }
  const snapshot: Snapshot = {}
  for (const { operation, conditions } of rows) {
    snapshot[operation] = 0
    for (const scenario of conditions) {
      const gas = Number(await scenario(await createMeasuredMarket(chain), players))
      snapshot[operation] = Math.max(snapshot[operation], gas)
    }
  }
  return snapshot
}

function readSnapshot(): Snapshot {
  return JSON.parse(readFileSync(SNAPSHOT, 'utf8')) as Snapshot
}

/** A Markdown table that reads well in a terminal too. */
function tableOf(snapshot: Snapshot): string {
  const cell = (value: number | null) => (value?.toLocaleString('en') ?? '').padStart(9)
  const line = (cells: string[]) => `| ${cells.join(' | ')} |\n`
  const lines = rows.map(({ operation, baseline, target }) =>
    line([operation.padEnd(45), cell(baseline), cell(target), cell(snapshot[operation] ?? null)]),
  )
  const head = line(['operation'.padEnd(45), 'V2'.padStart(9), '  at most', ' measured'])
  return [head, line(['-'.repeat(45), ...Array(3).fill(`${'-'.repeat(8)}:`)]), ...lines].join('')
}

/**
 * The page with the table between its two marks.
 *
 * @throws when a mark is missing.
 */
function withTable(page: string, table: string): string {
  const from = page.indexOf(TABLE_START) + TABLE_START.length
  const to = page.indexOf(TABLE_END)
  if (from < TABLE_START.length || to < from) throw new Error('No marks around the gas table')
  return `${page.slice(0, from)}\n\n${table}\n${page.slice(to)}`
}

/** What is worse than promised. */
function complaints(measured: Snapshot, snapshot: Snapshot): string[] {
  return rows.flatMap(({ operation, target }) => {
    const gas = measured[operation] ?? Number.POSITIVE_INFINITY
    const known = snapshot[operation] ?? 0
    return [
      ...(target !== null && gas > target ? [`${operation}: ${gas}, target ${target}`] : []),
      ...(gas > known ? [`${operation}: ${gas}, snapshot ${known}`] : []),
    ]
  })
}

/** What keeps the written figures from being right. */
function staleness(snapshot: Snapshot): string[] {
  const page = readFileSync(README, 'utf8')
  return withTable(page, tableOf(snapshot)) === page ? [] : ['the table in contracts/README.md']
}

function write(measured: Snapshot): void {
  writeFileSync(SNAPSHOT, `${JSON.stringify(measured, null, 2)}\n`)
  writeFileSync(README, withTable(readFileSync(README, 'utf8'), tableOf(measured)))
}

const { rpcUrl, stop } = await startLocalChain()
try {
  const measured = await measure(await createClockedChain(rpcUrl))
  process.stdout.write(tableOf(measured))
  if (!process.argv.includes('--check')) write(measured)
  const snapshot = readSnapshot()
  for (const problem of complaints(measured, snapshot)) {
    process.stderr.write(`Too dear: ${problem}\n`)
    process.exitCode = 1
  }
  for (const page of staleness(snapshot)) {
    process.stderr.write(`Stale: ${page}. Run \`node contracts/scripts/measure-gas.ts\`\n`)
    process.exitCode = 1
  }
} finally {
  stop()
}
