import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { blockJson, logsJson } from './history-chain.ts'

/**
 * A node in a child process with a generated history, so that its CPU time is not that of the index.
 *
 * Arguments: number of bets. Sends its URL to the parent.
 */
type Call = { id: number; method: string; params: readonly unknown[] }

const bets = Number(process.argv[2])

function reply({ id, method, params }: Call): string {
  const result = resultOf(method, params)
  const outcome =
    result === null
      ? '"error":{"code":-32000,"message":"execution reverted"}'
      : `"result":${result}`
  return `{"jsonrpc":"2.0","id":${id},${outcome}}`
}

function resultOf(method: string, [first]: readonly unknown[]): string | null {
  if (method === 'eth_getBlockByNumber') return blockJson(String(first), bets)
  if (method !== 'eth_getLogs') return null
  const { fromBlock, toBlock } = first as { fromBlock?: string; toBlock?: string }
  // The logs of the last blocks are read by hash: there are none.
  return fromBlock === undefined ? '[]' : logsJson(Number(fromBlock), Number(toBlock), bets)
}

const server = createServer(async (request, response) => {
  const body: Call | Call[] = JSON.parse(await text(request))
  const replies = Array.isArray(body) ? `[${body.map(reply).join(',')}]` : reply(body)
  response.setHeader('content-type', 'application/json').end(replies)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
