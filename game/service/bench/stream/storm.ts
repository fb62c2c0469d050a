import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { printLine, quantile, report } from '@bullring/stack/bench/report'
import { startChild } from '@bullring/stack/processes/child'
import * as z from 'zod'
import { openDatabase } from '../../src/db/open-database.ts'
import type { BenchDatabases } from '../bench-database.ts'
import { fillIndex } from '../fill-index.ts'
import { journalReset, journalRounds } from './journal-rounds.ts'
import { startLiveGame } from './live-game.ts'

const ROUNDS = 20
const BETS_PER_ROUND = 500
/** More changes than a client may have missed. */
const MISSED = 2_100
const TIMEOUT_MS = 300_000
/** Ten requests of a page, in the 5 ms that `reset` plans for each client. */
const PLANNED_PER_SECOND = 2_000
/** Random moments, counted in whole seconds. */
const TOLERANCE = 1.5

const Storm = z.object({
  outcomes: z.record(z.string(), z.number()),
  refusedWithoutRetry: z.number(),
  latenciesMs: z.array(z.number()),
  spreadsMs: z.array(z.number()),
  requestsAt: z.record(z.string(), z.number()),
  streamsAt: z.record(z.string(), z.number()),
})
type Storm = z.infer<typeof Storm>

/**
 * Lets all clients of a process fetch everything again: after a reorg that the journal does not list, and after a restart
 * that missed too much.
 *
 * @throws {Error} when a request fails, but by load-shedding.
 */
export async function benchStorm(databases: BenchDatabases, clients: number): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const url = await databases.create('storm')
  const game = resources.use(
    await startLiveGame(url, {
      rounds: ROUNDS,
      prepare: (chain) => fillIndex(url, chain, { rounds: ROUNDS, betsPerRound: BETS_PER_ROUND }),
    }),
  )
  const db = openDatabase(url, () => undefined)
  resources.defer(() => db.destroy())
  const child = startChild({
    name: 'the clients',
    command: process.execPath,
    withIpc: true,
    args: [
      fileURLToPath(new URL('./storm-crowd.ts', import.meta.url)),
      `${game.port}`,
      `${clients}`,
    ],
  })
  resources.defer(() => child.stop())
  const exit = child.exited.then((how) =>
    Promise.reject(new Error(`${how}\n${child.lastOutput()}`)),
  )
  exit.catch(() => undefined)
  const nextMessage = async () => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const [message] = await Promise.race([once(child.process, 'message', { signal }), exit])
    return message
  }
  const storm = async (begin: () => Promise<void>) => {
    child.process.send({ kind: 'report' })
    const reported = nextMessage()
    await begin()
    return Storm.parse(await reported)
  }
  await nextMessage()
  await game.minePrice()
  check('reset by a reorg', clients, await storm(() => journalReset(db)))
  check('restart', clients, await storm(() => game.restart(() => journalRounds(db, MISSED))))
}

function check(name: string, clients: number, storm: Storm): void {
  const { outcomes, refusedWithoutRetry, latenciesMs, spreadsMs, requestsAt, streamsAt } = storm
  const most = (counts: Record<string, number>) => Math.max(0, ...Object.values(counts))
  const ms = (values: number[], share: number) => `${quantile(values, share).toFixed(0)} ms`
  printLine(
    `${name}, ${clients} clients: ${JSON.stringify(outcomes)}, p50 ${ms(latenciesMs, 0.5)}, p99 ${ms(latenciesMs, 0.99)}; spread over ${ms(spreadsMs, 0)} to ${ms(spreadsMs, 1)}, median ${ms(spreadsMs, 0.5)}; at most ${most(streamsAt)} streams/s`,
  )
  const failed = Object.keys(outcomes).filter((outcome) => outcome !== '200' && outcome !== '503')
  if (failed.length + refusedWithoutRetry > 0) {
    throw new Error(`Failed: ${failed.join(', ')}; ${refusedWithoutRetry} 503 without Retry-After`)
  }
  report({
    what: `most requests in a second, ${name}`,
    unit: 'requests',
    target: PLANNED_PER_SECOND * TOLERANCE,
    bound: 'at most',
    reached: most(requestsAt),
  })
}
