import { cpuMs } from '@bullring/stack/processes/process-usage'
import { numberToHex, parseEther } from 'viem'
import { PROJECT_ID } from '../src/testing/start-test-wallet.ts'
import { TEST_CHAIN } from '../src/testing/test-chain.ts'
import type { BenchWallet } from './open-bench-wallet.ts'

const CONNECTIONS = 8
const WARM_UP_REQUESTS = 1_000
const TIMEOUT_MS = 30_000

/** Name in docs/scale/costs.json, number of requests, and each of them. */
type Kind = readonly [string, number, (index: number) => Request]

/** Measures the CPU time of service and database for each kind of call. The chain's node is another machine. */
export async function measureCosts({ url, pids, exchange }: BenchWallet): Promise<void> {
  for (const [name, requests, requestAt] of kinds(url, exchange.tokens[0]?.address ?? '0x')) {
    await sendAll(WARM_UP_REQUESTS, requestAt)
    const before = { wallet: await cpuMs(pids.wallet), postgres: await cpuMs(pids.postgres) }
    await sendAll(requests, (index) => requestAt(WARM_UP_REQUESTS + index))
    const cost = async (part: 'wallet' | 'postgres') =>
      Number((((await cpuMs(pids[part])) - before[part]) / requests).toPrecision(3))
    const figures = { walletCpuMs: await cost('wallet'), postgresCpuMs: await cost('postgres') }
    process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`)
  }
}

/** Each account and amount is requested once, so that hardly any response is cached. */
function kinds(url: string, token: string): readonly Kind[] {
  const project = `projectId=${PROJECT_ID}`
  const chain = `eip155:${TEST_CHAIN.id}`
  const account = (index: number) => numberToHex(0xacc0_0000 + index, { size: 20 })
  const read = (index: number) => ({
    jsonrpc: '2.0',
    id: index,
    method: 'eth_getBalance',
    params: [account(index), 'latest'],
  })
  const quote = (index: number) =>
    new URLSearchParams({
      from: `${chain}:0x${'e'.repeat(40)}`,
      to: `${chain}:${token}`,
      projectId: PROJECT_ID,
      amount: `${parseEther('0.01') + BigInt(index)}`,
    })
  const get = (path: string) => new Request(`${url}${path}`)
  return [
    ['walletList', 2_000, () => get(`/getWallets?${project}&page=1&entries=40`)],
    [
      'walletRpc',
      3_000,
      (index) =>
        new Request(`${url}/v1/?chainId=${chain}&${project}`, {
          method: 'POST',
          body: JSON.stringify(read(index)),
        }),
    ],
    ['walletBalance', 1_000, (index) => get(`/v1/account/${account(index)}/balance?${project}`)],
    ['walletName', 2_000, (index) => get(`/v1/identity/${account(index)}?${project}`)],
    ['walletQuote', 1_000, (index) => get(`/v1/convert/quotes?${quote(index)}`)],
  ]
}

async function sendAll(count: number, requestAt: (index: number) => Request): Promise<void> {
  let next = 0
  const send = async () => {
    while (next < count) {
      const request = requestAt(next++)
      const response = await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      const text = await response.text()
      if (!response.ok) throw new Error(`${request.url}: ${response.status} ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, send))
}
