import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { printLine, quantile, report } from '@bullring/stack/bench/report'
import { buildContracts, buildWebApp, webRoot } from '@bullring/stack/build'
import { startTemporaryPostgres } from '@bullring/stack/database/temporary-postgres'
import { startTestStack } from '@bullring/stack/testing/start-test-stack'
import { chromium } from '@playwright/test'
import { buildBenchPage, entryOf } from '../support/kit/bench-builds.ts'
import { measureInteractions } from './interactions.ts'
import { measureStart, SLOW_PROCESSOR, type SlowStart } from './slow-start.ts'

/**
 * Measures the production build on a phone with a processor four times slower than this machine: how the pages start,
 * and the time from each action of a round to the next paint. Ratios are to a page with React and wagmi alone in the same call.
 * Verdicts are by the median; the worst run is printed.
 *
 * Usage: npm run bench:phone, with CHROMIUM set where Chromium is not at /usr/bin/chromium.
 */

const RUNS = 5
const PATHS = ['/', '/direct-bet'] as const
const TARGETS: SlowStart = {
  busyMs: 2_000,
  longestTaskMs: 100,
  interactiveMs: 2_500,
  lcpMs: 1_200,
}
const MEASURES = Object.keys(TARGETS) as (keyof SlowStart)[]
const INTERACTION_MS = 200

function reportTimes(what: string, times: readonly number[], target: number, bare?: number): void {
  const reached = quantile(times, 0.5)
  const worst = Math.max(...times)
  report({ what, unit: 'ms', target, bound: 'at most', reached, worst })
  if (bare !== undefined) printLine(`  ${(reached / bare).toFixed(1)} of a bare page`)
}

/** Serves a page with React and wagmi and nothing else. */
async function startBarePage() {
  const build = await buildBenchPage('bare')
  const script = build.manifest[entryOf(build)]?.file ?? ''
  const code = await readFile(join(build.folder, script), 'utf8')
  const page = `<!doctype html><title>Bare</title><div id="root"></div><script type="module">${code}</script>`
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}

await using stack = new AsyncDisposableStack()
await buildContracts()
await buildWebApp()
const postgres = await startTemporaryPostgres({ isDurable: false })
stack.defer(postgres.stop)
const { url, localGame, stop } = await startTestStack({
  postgresUrl: postgres.adminUrl,
  roundSeconds: 300,
  playedRounds: 6,
  hasBtc: true,
  webRoot,
})
stack.defer(stop)
const bare = await startBarePage()
stack.defer(async () => void bare.stop())
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
stack.defer(() => browser.close())

const starts = new Map<string, SlowStart[]>()
for (let run = 0; run < RUNS; run += 1) {
  for (const page of [bare.url, ...PATHS.map((path) => `${url}${path}`)]) {
    starts.set(page, [...(starts.get(page) ?? []), await measureStart(browser, page)])
  }
}
printLine(`Processor ${SLOW_PROCESSOR} times slower, ${RUNS} runs, in turn`)
for (const path of PATHS) {
  for (const measure of MEASURES) {
    const of = (page: string) => (starts.get(page) ?? []).map((start) => start[measure])
    const baseline = measure === 'busyMs' ? quantile(of(bare.url), 0.5) : undefined
    reportTimes(`${path} ${measure}`, of(`${url}${path}`), TARGETS[measure], baseline)
  }
}

const actions = new Map<string, number[]>()
for (let run = 0; run < RUNS; run += 1) {
  const times = await measureInteractions(browser, url, localGame.rpcUrl)
  for (const [name, time] of times) actions.set(name, [...(actions.get(name) ?? []), time])
}
for (const [name, times] of actions) {
  reportTimes(`next paint: ${name}`, times, INTERACTION_MS)
}
