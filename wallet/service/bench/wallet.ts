import { printLine, report } from '@bullring/stack/bench/report'
import { startBareServer } from '@bullring/stack/testing/start-bare-server'
import { parseEther } from 'viem'
import { PROJECT_ID } from '../src/testing/start-test-wallet.ts'
import { TEST_CHAIN } from '../src/testing/test-chain.ts'
import type { TestExchange } from '../src/testing/test-exchange.ts'
import { measureCosts } from './measure-costs.ts'
import { HOLDER, openBenchWallet, TOKENS } from './open-bench-wallet.ts'

/**
 * Measures the wallet service on a local chain: balances with 50 tokens and quotes, against their targets and a bare
 * node:http server that sends the same bytes. With `costs`, the CPU time of its calls instead, which belongs into
 * docs/scale/costs.json.
 *
 * Usage: npm run bench:wallet [-- costs]
 */

const REQUESTS = 400
const WARM_UP = 50

type Times = { p50: number; p95: number; worst: number }

/** Returns the median, the 95th percentile and the longest of sequential requests, in milliseconds. */
async function measure(urlOf: (index: number) => string): Promise<Times> {
  const times: number[] = []
  for (let index = 0; index < WARM_UP + REQUESTS; index += 1) {
    const startMs = performance.now()
    const response = await fetch(urlOf(index))
    const text = await response.text()
    if (response.status !== 200) throw new Error(`status ${response.status}: ${text}`)
    if (index >= WARM_UP) times.push(performance.now() - startMs)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), worst: times.at(-1) ?? Number.NaN }
}

type Case = { what: string; target: number | null; urlOf: (index: number) => string }

function cases(url: string, exchange: TestExchange): readonly Case[] {
  const caip = (address: string) => `eip155:${TEST_CHAIN.id}:${address}`
  const balance = `${url}/v1/account/${HOLDER}/balance?projectId=${PROJECT_ID}`
  const quote = (from: string, to: string) => (index: number) => {
    const amount = `${parseEther('0.01') + BigInt(index)}`
    const query = { from: caip(from), to: caip(to), amount, projectId: PROJECT_ID }
    return `${url}/v1/convert/quotes?${new URLSearchParams(query)}`
  }
  const coin = `0x${'e'.repeat(40)}`
  const [, cape, shoe] = exchange.tokens.map(({ address }) => address)
  if (cape === undefined || shoe === undefined) throw new Error('no tokens')
  return [
    { what: `balances of ${TOKENS} tokens, warm`, target: 60, urlOf: () => balance },
    {
      what: `balances of ${TOKENS} tokens, read from the chain`,
      target: null,
      urlOf: () => `${balance}&forceUpdate=all`,
    },
    { what: 'quote, coin to token', target: 40, urlOf: quote(coin, shoe) },
    { what: 'quote, token to token', target: 40, urlOf: quote(cape, shoe) },
  ]
}

async function measureCase({ what, target, urlOf }: Case, bareUrl: string): Promise<void> {
  const body = await (await fetch(urlOf(0))).text()
  await fetch(bareUrl, { method: 'PUT', body })
  const { p50, p95, worst } = await measure(urlOf)
  const bare = await measure(() => bareUrl)
  printLine(
    `${what}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms; bare node:http with ${body.length} bytes: p50 ${bare.p50.toFixed(1)} ms`,
  )
  if (target !== null) {
    report({ what: `${what}, p50`, unit: 'ms', target, bound: 'at most', reached: p50, worst })
  }
}

await using wallet = await openBenchWallet()
if (process.argv[2] === 'costs') await measureCosts(wallet)
else {
  const bare = await startBareServer()
  try {
    for (const each of cases(wallet.url, wallet.exchange)) await measureCase(each, bare.url)
  } finally {
    await bare.stop()
  }
}
