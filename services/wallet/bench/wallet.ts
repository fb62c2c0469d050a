import { fileURLToPath } from 'node:url'
import { ensureDatabase } from '@bullring/stack/database/ensure-database'
import { startTemporaryPostgres } from '@bullring/stack/database/temporary-postgres'
import { type Child, startChild } from '@bullring/stack/processes/child'
import { type Address, encodeFunctionData, erc20Abi, parseEther } from 'viem'
import { PROJECT_ID, testVariables } from '../src/testing/start-test-wallet.ts'
import { startTestChain, TEST_CHAIN, type TestChain } from '../src/testing/test-chain.ts'
import { openTestExchange, type TestExchange } from '../src/testing/test-exchange.ts'

/**
 * Measures the wallet service on a local chain: balances with 50 tokens and quotes, against their targets and a bare
 * node:http server that sends the same bytes.
 *
 * Usage: npm run bench:wallet
 */

const TOKENS = 50
const REQUESTS = 400
const WARM_UP = 50
const HOLDER = '0x00000000000000000000000000000000DeaDBeef'

type Listed = { address: Address; symbol: string; decimals: number }

async function deployTokens(chain: TestChain, count: number): Promise<Listed[]> {
  const tokens: Listed[] = []
  for (let index = 0; index < count; index += 1) {
    const symbol = `T${index}`
    const address = await chain.deploy('MockToken', [symbol, symbol, 18, parseEther('1000')])
    const call = { abi: erc20Abi, functionName: 'transfer', args: [HOLDER, 5n] } as const
    await chain.send({ to: address, data: encodeFunctionData(call) })
    tokens.push({ address, symbol, decimals: 18 })
  }
  return tokens
}

function variables(exchange: TestExchange, tokens: readonly Listed[]): Record<string, string> {
  const { id: chainId } = TEST_CHAIN
  const wrapped = { address: exchange.wrappedCoin, symbol: 'WBNB', decimals: 18 }
  const listed = [wrapped, ...exchange.tokens, ...tokens].map(({ address, symbol, decimals }) => ({
    ...{ chainId, address, name: symbol, symbol, decimals, wrapsCoin: symbol === 'WBNB' },
    isHub: symbol === 'PLAYUSD',
  }))
  const unlimited = '1000000'
  return {
    WALLET_TOKENS: JSON.stringify(listed),
    WALLET_ROUTERS: `${chainId}=${exchange.router}`,
    WALLET_PRICE_FEED_ADDRESS: exchange.feed,
    WALLET_RATE_LIMIT_PER_MINUTE: unlimited,
    WALLET_SWAP_REQUESTS_PER_MINUTE: unlimited,
    WALLET_UPSTREAM_CALLS_PER_MINUTE: unlimited,
  }
}

async function start(script: string, env: Record<string, string>): Promise<[string, Child]> {
  const child = startChild({
    name: script,
    command: process.execPath,
    args: [fileURLToPath(new URL(script, import.meta.url))],
    env,
    withIpc: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  child.process.once('message', (message) => resolve((message as { url: string }).url))
  void child.exited.then((reason) => reject(new Error(reason)))
  return [await promise, child]
}

/** Returns the median and the 95th percentile of sequential requests, in milliseconds. */
async function measure(urlOf: (index: number) => string): Promise<{ p50: number; p95: number }> {
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
  return { p50: at(0.5), p95: at(0.95) }
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

async function report({ what, target, urlOf }: Case, bareUrl: string): Promise<void> {
  const body = await (await fetch(urlOf(0))).text()
  await fetch(bareUrl, { method: 'PUT', body })
  const { p50, p95 } = await measure(urlOf)
  const bare = await measure(() => bareUrl)
  const verdict = target === null ? 'no target' : p50 < target ? 'met' : 'MISSED'
  const goal = target === null ? '' : `, target below ${target} ms`
  process.stdout.write(
    `${verdict}: ${what}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms${goal}; bare node:http with ${body.length} bytes: p50 ${bare.p50.toFixed(1)} ms\n`,
  )
}

await using resources = new AsyncDisposableStack()
const postgres = await startTemporaryPostgres({ isDurable: true })
resources.defer(postgres.stop)
await ensureDatabase(postgres.adminUrl, 'wallet_bench')
const chain = await startTestChain()
resources.defer(chain.stop)
const exchange = await openTestExchange(chain)
// Besides them, the list has the wrapped coin and the three tokens of the exchange.
const tokens = await deployTokens(chain, TOKENS - 4)
const databaseUrl = postgres.databaseUrl('wallet_bench')
const env = testVariables(chain, databaseUrl, variables(exchange, tokens))
const [url, wallet] = await start('../src/bin/wallet.ts', { PATH: '/usr/bin:/bin', ...env })
resources.defer(() => wallet.stop())
const [bareUrl, bare] = await start('./bare-server.ts', {})
resources.defer(() => bare.stop(0))
for (const each of cases(url, exchange)) await report(each, bareUrl)
