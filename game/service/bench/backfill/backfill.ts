import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { toBytes } from '@bullring/server/db/bytes'
import { printLine, quantile, report, reportNotRun } from '@bullring/stack/bench/report'
import type { Child } from '@bullring/stack/processes/child'
import { startChild } from '@bullring/stack/processes/child'
import { cpuMs } from '@bullring/stack/processes/process-usage'
import { sql } from 'kysely'
import * as z from 'zod'
import { openDatabase } from '../../src/db/open-database.ts'
import type { BenchDatabases } from '../bench-database.ts'
import { logCount } from './history-chain.ts'
import { bytesPerBet } from './memory-backfill.ts'

/** Bets of the shortest history. */
const SHORT_BETS = 40_000
/** Runs of the shortest history, whose median counts: other work on the machine slows some. */
const RUNS = 3
const BASELINE_ROWS = 200_000
/** Highest cost per event of the longest history, relative to the shortest. */
const TARGET_GROWTH = 1.5

const Ready = z.object({ url: z.string() })
const Result = z.object({
  seconds: z.number(),
  startSeconds: z.number(),
  cpuMs: z.number(),
  peakMib: z.number(),
})

/**
 * Indexes generated histories into empty databases. Node, index and database are separate processes.
 *
 * @param bets - Of the longest history.
 */
export async function benchBackfill(databases: BenchDatabases, bets: number): Promise<void> {
  const bare = await measureBareInsert(await databases.create('bare'), BASELINE_ROWS)
  printLine(`baseline, rows into a table without keys: ${Math.round(bare)} rows/s`)
  reportNotRun('Ponder on the same history', 'it is not part of this project')
  const short: BackfillFigures[] = []
  while (short.length < RUNS) {
    short.push(await measureHistory(databases, SHORT_BETS, `${short.length}`))
    printFigures(SHORT_BETS, short.at(-1), bare)
  }
  const long = await measureHistory(databases, bets)
  printFigures(bets, long, bare)
  // The start of the process weighs on a short history only: it would hide growth.
  const costs = short.map((figures) => figures.indexingUs)
  report({
    what: 'cost of an event, longest history to shortest',
    unit: 'times',
    target: TARGET_GROWTH,
    bound: 'at most',
    reached: long.indexingUs / quantile(costs, 0.5),
    worst: long.indexingUs / Math.min(...costs),
  })
}

type BackfillFigures = {
  /** From the start of the process. */
  eventsPerSecond: number
  /** Time of an event in microseconds, without the start of the process. */
  indexingUs: number
  /** CPU time of an event in microseconds. */
  indexUs: number
  postgresUs: number
  nodeUs: number
  peakMib: number
  bytesPerBet: number
}

function printFigures(bets: number, figures: BackfillFigures | undefined, bare: number): void {
  if (figures === undefined) return
  const { eventsPerSecond, indexUs, postgresUs, nodeUs, peakMib, bytesPerBet } = figures
  const cpu = { index: indexUs, PostgreSQL: postgresUs, node: nodeUs }
  const costs = Object.entries(cpu).map(([name, us]) => `${name} ${us.toFixed(1)}`)
  printLine(
    `${bets} bets: ${Math.round(eventsPerSecond)} events/s from the start of the process, ${(eventsPerSecond / bare).toFixed(2)} of the baseline; us CPU an event: ${costs.join(', ')}; peak ${Math.round(peakMib)} MiB, ${Math.round(bytesPerBet)} bytes per bet`,
  )
}

/** Indexes a history of `bets` bets into an empty database. */
async function measureHistory(
  databases: BenchDatabases,
  bets: number,
  run = '',
): Promise<BackfillFigures> {
  await using resources = new AsyncDisposableStack()
  const node = startProgram('history-node.ts', [`${bets}`])
  resources.defer(() => node.stop())
  const { url } = z.parse(Ready, await messageOf(node))
  const databaseUrl = await databases.create(`backfill_${bets}_${run}`)
  const before = { postgres: await cpuMs(databases.pid), node: await cpuMs(node.pid) }
  const index = startProgram('history-indexer.ts', [url, databaseUrl])
  resources.defer(() => index.stop())
  const result = z.parse(Result, await messageOf(index))
  const events = logCount(bets)
  const usPerEvent = (ms: number) => (ms * 1_000) / events
  return {
    eventsPerSecond: events / result.seconds,
    indexingUs: ((result.seconds - result.startSeconds) * 1e6) / events,
    indexUs: usPerEvent(result.cpuMs),
    postgresUs: usPerEvent((await cpuMs(databases.pid)) - before.postgres),
    nodeUs: usPerEvent((await cpuMs(node.pid)) - before.node),
    peakMib: result.peakMib,
    bytesPerBet: await readBytesPerBet(databaseUrl, bets),
  }
}

function startProgram(name: string, args: readonly string[]) {
  const path = fileURLToPath(new URL(name, import.meta.url))
  return startChild({ name, command: process.execPath, args: [path, ...args], withIpc: true })
}

async function messageOf(child: Child): Promise<unknown> {
  const failed = child.exited.then((how) =>
    Promise.reject(new Error(`${how}\n${child.lastOutput()}`)),
  )
  const [message] = await Promise.race([once(child.process, 'message'), failed])
  return message
}

async function readBytesPerBet(url: string, bets: number): Promise<number> {
  const db = openDatabase(url, () => undefined)
  try {
    return await bytesPerBet(db, bets)
  } finally {
    await db.destroy()
  }
}

const BASELINE_BATCH = 8_000

/** Baseline: inserts the same columns into a table without keys, 8,000 rows per statement. */
async function measureBareInsert(url: string, rows: number): Promise<number> {
  const db = openDatabase(url, () => undefined)
  try {
    await sql`create table bare (account bytea, epoch int8, position int2, amount numeric,
      tx_hash bytea, placed_at int8, block_number int8, log_index int4)`.execute(db)
    const indexes = Array.from({ length: BASELINE_BATCH }, (_, index) => index)
    const account = indexes.map((index) => toBytes(`0x${index.toString(16).padStart(40, '0')}`))
    const hash = indexes.map((index) => toBytes(`0x${index.toString(16).padStart(64, '0')}`))
    const amount = indexes.map((index) => 10n ** 16n + BigInt(index))
    const startMs = performance.now()
    for (let done = 0; done < rows; done += BASELINE_BATCH) {
      await sql`insert into bare select * from unnest(${account}::bytea[], ${indexes}::int8[],
        ${indexes}::int2[], ${amount}::numeric[], ${hash}::bytea[], ${indexes}::int8[],
        ${indexes}::int8[], ${indexes}::int4[])`.execute(db)
    }
    return rows / ((performance.now() - startMs) / 1_000)
  } finally {
    await db.destroy()
  }
}
