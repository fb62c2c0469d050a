import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Call = { id: number; method: string; params: readonly unknown[] }

/** Response of a node to a batch that it refuses. */
type BatchRefusal =
  | 'status 400'
  | 'status 403'
  | 'status 413'
  | 'status 429'
  | 'status 500'
  | 'status 500 with an error'
  | 'one error'
  | 'one error in a list'
  | 'an error for each call'
  | 'an error for each call beyond the limit'
  | 'silence about the calls beyond the limit'
  | 'a page'

type PickyOptions = {
  /** Calls that one request may have. */
  most: number
  refusal: BatchRefusal
  /** Sends replies in reverse order, their ids as text. */
  isShuffled?: boolean
  /** Never responds. */
  isSilent?: boolean
}

type PickyNode = AsyncDisposable & {
  url: string
  /** Calls of each request so far. */
  sizes: number[]
}

const TOO_MANY = { code: -32_005, message: 'batch of more than 3 calls are not allowed' }
const INVALID = { code: -32_600, message: 'Invalid Request' }

const resultOf = ({ id, method, params }: Call) =>
  method === 'revert'
    ? { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted', data: '0x' } }
    : { jsonrpc: '2.0', id, result: params[0] }
const errorOf = (id: number | null, error: object) => ({ jsonrpc: '2.0', id, error })

/** Starts a node that limits the calls of a request. It replies with the first parameter of a call. */
export async function startPickyNode(options: PickyOptions): Promise<PickyNode> {
  const sizes: number[] = []
  const server = createServer(async (request, response) => {
    const message = JSON.parse(await text(request)) as Call | Call[]
    const calls = [message].flat()
    sizes.push(calls.length)
    if (options.isSilent === true) return
    if (calls.length > options.most) return refuse(response, calls, options)
    const replies = calls.map(resultOf)
    const sent = options.isShuffled
      ? replies.toReversed().map((reply) => ({ ...reply, id: `${reply.id}` }))
      : replies
    response.end(JSON.stringify(Array.isArray(message) ? sent : sent[0]))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sizes,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function refuse(response: ServerResponse, calls: Call[], { most, refusal }: PickyOptions): void {
  const send = (body: unknown) => response.end(JSON.stringify(body))
  const [, status] = /^status (\d+)$/.exec(refusal) ?? []
  if (status !== undefined) response.writeHead(Number(status)).end()
  else if (refusal === 'a page') response.end('<h1>Too many calls</h1>')
  else if (refusal === 'one error') send(errorOf(null, TOO_MANY))
  else if (refusal === 'one error in a list') send([errorOf(null, TOO_MANY)])
  else if (refusal === 'an error for each call') send(calls.map(({ id }) => errorOf(id, INVALID)))
  else if (refusal === 'silence about the calls beyond the limit')
    send(calls.slice(0, most).map(resultOf))
  else if (refusal === 'an error for each call beyond the limit')
    send(calls.map((call, index) => (index < most ? resultOf(call) : errorOf(call.id, TOO_MANY))))
  else {
    response.writeHead(500)
    send(errorOf(null, TOO_MANY))
  }
}
