// Measures the gas of every operation on a local chain with the rules of BSC, prints it beside the baseline and the
// target, and writes `contracts/gas-snapshot.json`. `--check` writes nothing and fails if an operation is above its
// target or above the snapshot. Run `forge build` first.
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
  row('refund 1, oracle late', null, 42_000, scenarios.refundVoid),
  row('refund 1, tie', null, null, scenarios.refundTie),
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

function print(snapshot: Snapshot): void {
  const cell = (value: number | null) => (value?.toLocaleString('en') ?? '').padStart(11)
  const line = (name: string, cells: string[]) => `${name.padEnd(46)}${cells.join('')}\n`
  const heads = ['baseline', 'target', 'measured'].map((head) => head.padStart(11))
  process.stdout.write(line('operation', heads))
  for (const { operation, baseline, target } of rows) {
    const measured = snapshot[operation] ?? null
    process.stdout.write(line(operation, [cell(baseline), cell(target), cell(measured)]))
  }
}

/** What is worse than promised, in words. */
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

const isCheck = process.argv.includes('--check')
const { rpcUrl, stop } = await startLocalChain()
try {
  const measured = await measure(await createClockedChain(rpcUrl))
  print(measured)
  const problems = complaints(measured, isCheck ? readSnapshot() : measured)
  for (const problem of problems) process.stderr.write(`Too dear: ${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
  if (!isCheck) writeFileSync(SNAPSHOT, `${JSON.stringify(measured, null, 2)}\n`)
} finally {
  stop()
}
