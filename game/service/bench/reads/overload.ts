import { once } from 'node:events'
import { startFaultProxy } from '@bullring/cluster/fault-proxy'
import { printLine, report } from '@bullring/stack/bench/report'
import type { Child } from '@bullring/stack/processes/child'
import { numberToHex } from 'viem'
import * as z from 'zod'
import { startTestChain, type TestChain } from '../../src/testing/chain/start-test-chain.ts'
import { startGameProcess } from '../../src/testing/start-game-service.ts'
import type { BenchDatabases } from '../bench-database.ts'
import { type LoadResult, load } from '../load.ts'

/** The network to the database delays each packet: at most ten connections make for a few hundred reads per second. */
const DELAY_MS = 10
/** One request at a time on each: without shedding, each waits for all others. */
const CONNECTIONS = 400
/** The shortest time that `Retry-After` names. */
const REFUSED_PAUSE_MS = 1_000
const WARM_UP_MS = 3_000
const LOAD_MS = 10_000
/** More than are read, so that hardly any read is cached. */
const ACCOUNTS = 20_000
const PROBES = 20
const PROBE_TIMEOUT_MS = 30_000

/** Requests hold 8 of the 10 connections to the database. */
const TARGET_ACCEPTED = 0.7
/** A second of waiting, and the read. */
const TARGET_P99_MS = 1_300

const METRICS_TOKEN = 'a-token-of-the-operator'
const PATH = '/api/trades-by-user'
const WITHOUT = new URL('./without-shedding.ts', import.meta.url).href
const Ready = z.object({ url: z.string() })

/** Offers a service with a slow database more uncached reads than it can answer, without and with shedding. */
export async function benchOverload(databases: BenchDatabases): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const chain = await startTestChain()
  resources.defer(chain.stop)
  const url = new URL(await databases.create('overload'))
  const proxy = await startFaultProxy({ host: url.hostname, port: Number(url.port) })
  resources.defer(proxy.close)
  url.port = `${proxy.port}`
  printLine(`reads of ${CONNECTIONS} connections, ${2 * DELAY_MS} ms to the database and back:`)
  const results: { perSecond: number; p99Ms: number }[] = []
  for (const hasShedding of [false, true]) {
    proxy.setFault(null)
    const { game, port } = await startGame(chain, url.href, hasShedding)
    proxy.setFault({ kind: 'slow', delayMs: DELAY_MS })
    try {
      results.push(await measure(port, hasShedding))
    } finally {
      await game.stop()
    }
  }
  const [without, shedding] = results
  if (without === undefined || shedding === undefined) return
  report({
    what: 'accepted requests per second',
    unit: 'of those without shedding',
    target: TARGET_ACCEPTED,
    bound: 'at least',
    reached: shedding.perSecond / without.perSecond,
  })
  report({
    what: 'p99 of accepted requests',
    unit: 'ms',
    target: TARGET_P99_MS,
    bound: 'at most',
    reached: shedding.p99Ms,
  })
}

async function startGame(
  chain: TestChain,
  databaseUrl: string,
  hasShedding: boolean,
): Promise<{ game: Child; port: number }> {
  const game = startGameProcess(chain, databaseUrl, {
    RATE_LIMIT_PER_MINUTE: '1000000',
    GAME_POLL_INTERVAL_MS: '1000',
    METRICS_TOKEN: METRICS_TOKEN,
    ...(!hasShedding && { NODE_OPTIONS: `--import=${WITHOUT}` }),
  })
  const [ready] = await Promise.race([
    once(game.process, 'message'),
    game.exited.then((how) => Promise.reject(new Error(`${how}\n${game.lastOutput()}`))),
  ])
  return { game, port: Number(new URL(z.parse(Ready, ready).url).port) }
}

async function measure(port: number, hasShedding: boolean): Promise<LoadResult> {
  const target = {
    port,
    method: 'POST',
    path: PATH,
    body: '',
    refusedPauseMs: REFUSED_PAUSE_MS,
  } as const
  const bodies = (from: number) =>
    Array.from({ length: ACCOUNTS }, (_, index) => bodyOf(from + index))
  await load({ ...target, bodies: bodies(1) }, CONNECTIONS, WARM_UP_MS)
  const [result] = await Promise.all([
    load({ ...target, bodies: bodies(ACCOUNTS + 1) }, CONNECTIONS, LOAD_MS),
    hasShedding ? checkRefusals(port) : null,
  ])
  const { perSecond, p50Ms, p99Ms, requests, refused } = result
  const shown = [
    `${hasShedding ? 'with' : 'without'} shedding: ${perSecond.toFixed(0)}/s accepted`,
    `p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`,
    `${refused} of ${requests} refused with 503`,
  ]
  printLine(shown.join(', '))
  if (hasShedding) printLine(`refused because of: ${await readReasons(port)}`)
  return result
}

/** `loop`: the machine is too busy to measure on. */
async function readReasons(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  })
  const counts = (await response.text()).matchAll(
    /^bullring_reads_shed_total\{queue="reads",reason="(\w+)"\} (\d+)$/gm,
  )
  return [...counts].map(([, reason, count]) => `${reason} ${count}`).join(', ')
}

const bodyOf = (account: number) =>
  JSON.stringify({ user_address: numberToHex(account, { size: 20 }) })

/** Sends reads amid the load, one at a time, and reports how many refusals name when to try again. */
async function checkRefusals(port: number): Promise<void> {
  let refused = 0
  let withRetryAfter = 0
  for (let probe = 1; probe <= PROBES; probe += 1) {
    const response = await fetch(`http://127.0.0.1:${port}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: bodyOf(2 * ACCOUNTS + probe),
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (response.status !== 503) continue
    refused += 1
    if (Number(response.headers.get('retry-after')) >= 1) withRetryAfter += 1
  }
  report({
    what: `${refused} refused probes with Retry-After`,
    unit: 'of them',
    target: 1,
    bound: 'at least',
    reached: withRetryAfter / refused,
  })
}
