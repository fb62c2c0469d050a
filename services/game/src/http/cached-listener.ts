import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Answer } from './answer-cache.ts'
import { AnswerCache } from './answer-cache.ts'

/** Calls whose answers follow from the request and a version alone. */
export type CacheRule = {
  /** As "POST /api/x", without query. */
  calls: ReadonlySet<string>
  /** Changes whenever an answer may; null while nothing may be answered. */
  version: () => string | null
  /** Counts a call; false leaves it to the app, which says why it refuses. */
  allows: (request: IncomingMessage) => boolean
}

export type CachedListenerDeps = {
  fetch: (request: Request, env: HttpBindings) => Response | Promise<Response>
  rules: readonly CacheRule[]
  /** Told of each answer the app was not asked for. */
  onAnswered: (route: string, method: string, seconds: number) => void
}

type Shelf = CacheRule & { route: string; method: string; answers: AnswerCache }

/** Longer bodies are no calls of ours. */
const MAX_BODY_BYTES = 1_024

/** All that the app looks at besides method, path and body, but for who asks. */
const TELLING_HEADERS = ['content-type', 'accept-encoding', 'origin', 'host'] as const

/**
 * Answers the same request once a version, however many ask, also at the same moment. The first one
 * takes the whole way through the app; what it was told, good answers only, is said again to the
 * others straight on Node's response, which costs a fifth.
 */
export function cachedListener({ fetch, rules, onAnswered }: CachedListenerDeps): RequestListener {
  const shelves = new Map(rules.flatMap(shelvesOf))
  const leads = new WeakMap<IncomingMessage, (answer: Answer | null) => void>()
  const viaApp = getRequestListener(async (request, env) => {
    const bindings = env as HttpBindings
    const keep = leads.get(bindings.incoming)
    if (keep === undefined) return fetch(request, bindings)
    let answer: Answer | null = null
    try {
      const response = await fetch(request, bindings)
      if (response.status !== 200) return response
      answer = await toAnswer(response)
    } finally {
      keep(answer)
    }
    send(bindings.outgoing as ServerResponse, answer)
    return RESPONSE_ALREADY_SENT
  })

  const say = (answer: Answer, { route, method }: Shelf, exchange: Exchange) => {
    send(exchange.response, answer)
    onAnswered(route, method, (performance.now() - exchange.startMs) / 1_000)
  }
  const ask = async ({ request, response, body }: Exchange, key: string, answers?: AnswerCache) => {
    const keep = answers?.lead(key) ?? null
    if (keep !== null) leads.set(request, keep)
    // Read already: this is where the adapter looks for it.
    if (request.method !== 'GET') Object.assign(request, { rawBody: body })
    await viaApp(request, response)
    keep?.(null)
  }
  const answer = async (shelf: Shelf, exchange: Exchange): Promise<void> => {
    const { request, body } = exchange
    const key = keyOf(request, body)
    // No wait between this and the announcement of an answer, or several would be the first.
    const found = shelf.answers.find(key)
    if (found === undefined) return ask(exchange, key, shelf.answers)
    const known = found instanceof Promise ? await found : found
    if (known === null || !shelf.allows(request)) return ask(exchange, key)
    say(known, shelf, exchange)
  }

  return (request, response) => {
    const shelf = shelves.get(`${request.method} ${request.url}`)
    if (shelf === undefined || !hasShortBody(request)) {
      void viaApp(request, response)
      return
    }
    const startMs = performance.now()
    readBody(request, (body) => answer(shelf, { request, response, body, startMs }))
  }
}

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  body: Buffer
  startMs: number
}

function shelvesOf(rule: CacheRule): [string, Shelf][] {
  const answers = new AnswerCache(rule.version)
  return [...rule.calls].map((call) => {
    const [method = '', route = ''] = call.split(' ')
    return [call, { ...rule, method, route, answers }]
  })
}

function hasShortBody({ method, headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  if (headers['transfer-encoding'] !== undefined) return false
  return method === 'GET' ? length === undefined : Number(length) <= MAX_BODY_BYTES
}

function readBody(request: IncomingMessage, onBody: (body: Buffer) => unknown): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A caller that leaves before the end gets no answer: there is nobody to hear it.
  request.once('end', () =>
    onBody(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
  )
}

/** Neither URLs nor headers can hold a line break; the body comes last. */
function keyOf({ url, headers }: IncomingMessage, body: Buffer): string {
  let key = url ?? ''
  for (const name of TELLING_HEADERS) key += `\n${headers[name] ?? ''}`
  return `${key}\n${body.toString('latin1')}`
}

async function toAnswer(response: Response): Promise<Answer> {
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
  const headers = [...response.headers].filter(([name]) => name !== 'content-length')
  return { headers: [...headers, ['content-length', `${body.length}`]].flat(), body }
}

function send(response: ServerResponse, { headers, body }: Answer): void {
  response.writeHead(200, headers)
  response.end(body, 'latin1')
}
