import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { numberToHex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { runChecks } from '../run-checks.ts'
import { openChainNodes } from './chain-nodes.ts'
import { checkNodes } from './check-nodes.ts'

const CHAIN_ID = 97
const PREDICTION = '0x00000000000000000000000000000000000000AA'
const START_BLOCK = 500

/** A node, healthy but for what is given. */
type NodeTraits = {
  chainId?: number
  head?: number
  ageSeconds?: number
  hash?: string
  mostCalls?: number
  mostBlocks?: number
  /** First block whose logs are kept. */
  firstLogs?: number
}

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Call = { id: number; method: string; params: [{ fromBlock: string; toBlock: string }] }

function resultOf({ method, params: [range] }: Call, traits: NodeTraits): unknown {
  const { chainId = CHAIN_ID, head = 10_000, ageSeconds = 1, hash = '11'.repeat(32) } = traits
  if (method === 'eth_chainId') return numberToHex(chainId)
  if (method === 'eth_blockNumber') return numberToHex(head)
  if (method === 'eth_getBlockByNumber') {
    const timestamp = numberToHex(Math.floor(Date.now() / 1_000) - ageSeconds)
    return { hash: `0x${hash}`, timestamp }
  }
  const blocks = Number(range.toBlock) - Number(range.fromBlock) + 1
  const isServed =
    blocks <= (traits.mostBlocks ?? 5_000) && Number(range.fromBlock) >= (traits.firstLogs ?? 0)
  return isServed ? [] : undefined
}

async function startNode(traits: NodeTraits): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    const calls: Call[] = [body].flat()
    if (calls.length > (traits.mostCalls ?? 100)) return response.writeHead(413).end()
    const replies = calls.map((call) => {
      const result = resultOf(call, traits)
      const error = { code: -32_005, message: 'limit exceeded' }
      return { jsonrpc: '2.0', id: call.id, ...(result === undefined ? { error } : { result }) }
    })
    return response.end(JSON.stringify(Array.isArray(body) ? replies : replies[0]))
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function examine(...traits: NodeTraits[]): Promise<readonly string[]> {
  const urls = await Promise.all(traits.map(startNode))
  const market = { symbol: 'BNB', prediction: PREDICTION, startBlock: START_BLOCK } as const
  const check = checkNodes(openChainNodes(CHAIN_ID, urls), [market])
  const findings = await runChecks([check], new AbortController().signal)
  return findings.map(({ state, why }) => `${state}: ${why}`)
}

test.each<[string, NodeTraits, string]>([
  ['is healthy', {}, 'on: block 1 s old, 100 calls at once, logs of 5000 blocks'],
  ['serves another chain', { chainId: 1 }, 'broken: is left out: another chain'],
  ['has stopped', { ageSeconds: 90 }, 'broken: newest block is 90 s old'],
  ['limits batches', { mostCalls: 25 }, 'on: block 1 s old, 25 calls at once, logs of 5000 blocks'],
  [
    'limits ranges',
    { mostBlocks: 100 },
    'on: block 1 s old, 100 calls at once, logs of 100 blocks',
  ],
  ['serves no logs', { mostBlocks: 0 }, 'broken: serves no logs'],
  [
    'has dropped old logs',
    { firstLogs: 600 },
    "broken: lacks the logs of the market's first blocks",
  ],
])('says that a node %s', async (_, traits, expected) => {
  expect(await examine(traits)).toEqual([expected])
})

test('leaves out nodes that lag behind or disagree with the others', async () => {
  const found = await examine({}, { head: 9_000 }, {}, { hash: '22'.repeat(32) })
  expect(found.map((line) => line.replace(/^on: .*/, 'on'))).toEqual([
    'on',
    'broken: is left out: behind',
    'on',
    'broken: is left out: another history',
  ])
})

test('says that a node does not respond', async () => {
  const check = checkNodes(openChainNodes(CHAIN_ID, ['http://127.0.0.1:1']), [])
  const findings = await runChecks([check], new AbortController().signal)
  expect(findings).toMatchObject([{ state: 'broken', why: 'does not respond' }])
})
