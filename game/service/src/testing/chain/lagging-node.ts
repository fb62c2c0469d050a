import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Call = { id: number; method: string; params?: readonly unknown[] }

export type LaggingNode = {
  url: string
  /** Hides the blocks above this one; null for none. */
  hideAbove: (block: number | null) => void
  close: () => Promise<void>
}

/** Starts a proxy in front of a real node that can lack the newest blocks. */
export async function startLaggingNode(target: string): Promise<LaggingNode> {
  let newest: number | null = null
  const forward = async (call: Call): Promise<unknown> => {
    const [block, ...rest] = call.params ?? []
    const isBlockRequest = call.method === 'eth_getBlockByNumber'
    if (newest !== null && isBlockRequest && block !== 'latest' && Number(block) > newest) {
      return { jsonrpc: '2.0', id: call.id, result: null }
    }
    const isHidden = newest !== null && isBlockRequest && block === 'latest'
    const params = isHidden ? [`0x${Number(newest).toString(16)}`, ...rest] : call.params
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...call, params: params ?? [] }),
    })
    return response.json()
  }
  const server = createServer(async (request, response) => {
    const body: Call | Call[] = JSON.parse(await text(request))
    const replies = Array.isArray(body) ? await Promise.all(body.map(forward)) : await forward(body)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(replies))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hideAbove: (block) => {
      newest = block
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
