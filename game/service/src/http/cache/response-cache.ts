import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { POSITION_HEADER } from '@bullring/game-api/positions'
import { urlAtHost } from '@bullring/server/http/site-hosts'
import type { NodeFetch } from '@bullring/server/metrics/timed-fetch'
import type { LastingResponses } from './lasting-responses.ts'
import type { PlainResponse } from './plain-response.ts'
import { takeLasting } from './report-lasting.ts'
import { createVaryKey } from './vary-key.ts'
import { VersionedCache } from './versioned-cache.ts'

/** Routes whose responses depend on the request and a version alone. */
export type CachePolicy = {
  /** Methods and paths such as "POST /api/x", without query. */
  routes: ReadonlySet<string>
  /** Changes whenever a response may; null while nothing may be cached. */
  version: () => string | null
  /** Holds responses that say what they depend on; null where none does. */
  lasting: LastingResponses | null
  /** Whether responses name a position, and must have what the client has seen. */
  hasPosition: boolean
  /** Counts a request against the caller's limit; false leaves it to the app, which refuses it. */
  isAllowed: (incoming: IncomingMessage) => boolean
  /** Whether the caller's limit is not used up; counts nothing. */
  hasRoom: (incoming: IncomingMessage) => boolean
}

/** Selects the view that a response is read from, by the position that the client has seen. */
export type RouteRead = (
  header: string | undefined,
  /** Whether the caller may cost a query. */
  hasRoom: () => boolean,
) => 'usual' | 'newest' | Promise<'usual' | 'newest'>

export type CachedListenerDeps = {
  policies: readonly CachePolicy[]
  /** Origins that the app's responses name for CORS. */
  allowedOrigins: readonly string[]
  /** The app: computes what the cache misses. */
  fetch: NodeFetch
  route?: RouteRead
  /** The same app on the database that is written, for what the cache does not have yet. */
  fetchNewest?: NodeFetch
  /** Serves every other route, and requests that no cache can have: with a query, or a long body. */
  handle: RequestListener
  /** The same for what the cache does not have yet. */
  handleNewest?: RequestListener
  /** Called after each response that came from the cache. */
  onHit: (labels: { route: string; method: string; status: number }, seconds: number) => void
}

type Route = {
  name: string
  cache: VersionedCache<PlainResponse>
  policy: CachePolicy
}

type Exchange = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  body: Buffer
  startMs: number
}

/** Larger bodies are never API calls. */
const MAX_BODY_BYTES = 1_024

/** Response to a request with an invalid Host, the same as the adapter's. */
const INVALID_HOST: PlainResponse = { status: 400, headers: ['content-length', '0'], body: '' }

/**
 * Sends the same response to identical requests until the version changes, before the adapter and Hono
 * see them (ADR 15). Concurrent requests share the first one's response; only 200 is cached. It stores
 * what all of the app's middleware made of a response.
 */
export function cachedListener(deps: CachedListenerDeps): RequestListener {
  const { policies, handle, route: routeOf = () => 'usual', fetchNewest = deps.fetch } = deps
  const { handleNewest = handle } = deps
  const routes = new Map(policies.flatMap(routesOf))
  const respond = createResponder(deps)

  const respondFrom = (source: 'usual' | 'newest', route: Route, exchange: Exchange) =>
    source === 'usual'
      ? respond(route, exchange)
      : computeResponse(fetchNewest, exchange).then((computed) => send(exchange.outgoing, computed))
  const sourceFor = ({ policy }: Route, incoming: IncomingMessage) =>
    policy.hasPosition
      ? routeOf(positionOf(incoming), () => policy.hasRoom(incoming))
      : ('usual' as const)
  const respondFresh = (route: Route, exchange: Exchange): void | Promise<void> => {
    const source = sourceFor(route, exchange.incoming)
    if (!(source instanceof Promise)) return respondFrom(source, route, exchange)
    return source.then((found) => respondFrom(found, route, exchange))
  }
  const handleFrom = (source: 'usual' | 'newest', ...exchange: Parameters<RequestListener>) =>
    (source === 'usual' ? handle : handleNewest)(...exchange)

  return (incoming, outgoing) => {
    const [path = '', query] = (incoming.url ?? '').split('?')
    const route = routes.get(`${incoming.method} ${path}`)
    if (route === undefined) return handle(incoming, outgoing)
    // No route here takes a query, and variants would fill the cache.
    if (query !== undefined || !hasShortBody(incoming)) {
      const source = sourceFor(route, incoming)
      if (!(source instanceof Promise)) return handleFrom(source, incoming, outgoing)
      source.then(
        (found) => handleFrom(found, incoming, outgoing),
        () => outgoing.destroy(),
      )
      return
    }
    const startMs = performance.now()
    // The app turns its errors into responses; only a response whose body breaks off rejects.
    readBody(incoming, (body) => {
      respondFresh(route, { incoming, outgoing, body, startMs })?.catch(() => outgoing.destroy())
    })
  }
}

type Respond = (route: Route, exchange: Exchange) => void | Promise<void>

/** Returns what answers a request from the cache, or computes the response for it and for those that wait. */
function createResponder({ allowedOrigins, fetch, onHit }: CachedListenerDeps): Respond {
  const varyKey = createVaryKey(allowedOrigins)

  const compute = async (exchange: Exchange) =>
    send(exchange.outgoing, await computeResponse(fetch, exchange))
  const sendHit = (cached: PlainResponse, { incoming, outgoing, startMs }: Exchange) => {
    send(outgoing, cached)
    const { url = '', method = '' } = incoming
    onHit({ route: url, method, status: cached.status }, (performance.now() - startMs) / 1_000)
  }
  const respond = (route: Route, exchange: Exchange, hasWaited = false): void | Promise<void> => {
    const vary = varyKey(exchange.incoming)
    if (vary === null) return compute(exchange)
    // No await between `find` and `reserve`: exactly one request computes the response.
    const key = `${route.name}\n${vary}\n${exchange.body.toString('latin1')}`
    const found = route.policy.lasting?.find(key) ?? route.cache.find(key)
    if (found instanceof Promise) return share(found, route, exchange, hasWaited)
    const isStored = found !== undefined
    if (isStored && route.policy.isAllowed(exchange.incoming)) return sendHit(found, exchange)
    const reserved = isStored ? null : route.cache.reserve(key)
    return store(reserved, () => computeLasting(fetch, key, route.policy, exchange)).then(
      (computed) => send(exchange.outgoing, computed),
    )
  }
  const share = async (
    pending: Promise<PlainResponse | null>,
    route: Route,
    exchange: Exchange,
    hasWaited: boolean,
  ) => {
    const shared = await pending
    // The first may have failed by its caller's limit alone. After two failures all compute at once, and overload
    // refuses them: one after the other they would wait for ever.
    if (shared === null && !hasWaited) return await respond(route, exchange, true)
    if (shared !== null && route.policy.isAllowed(exchange.incoming))
      return sendHit(shared, exchange)
    return await compute(exchange)
  }
  return respond
}

/** Computes a response, and keeps it until what it has changes. */
async function computeLasting(
  fetch: NodeFetch,
  key: string,
  { lasting }: CachePolicy,
  exchange: Exchange,
): Promise<PlainResponse> {
  const start = lasting?.start()
  const response = await computeResponse(fetch, exchange)
  const parts = takeLasting(exchange.incoming)
  if (start !== undefined && parts !== null && response.status === 200) {
    lasting?.keep(key, response, start, parts)
  }
  return response
}

function routesOf(policy: CachePolicy): [string, Route][] {
  const cache = new VersionedCache<PlainResponse>(policy.version)
  return [...policy.routes].map((name) => [name, { name, cache, policy }])
}

/**
 * Whether the body has at most `MAX_BODY_BYTES`, which Node then enforces. Chunked bodies have no declared
 * length; clients of the API send none.
 */
function hasShortBody({ method, headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  if (encoding !== undefined) return false
  return method === 'GET' ? length === undefined : Number(length) <= MAX_BODY_BYTES
}

/** Never calls back when the caller disconnects before its body is complete. */
function readBody(incoming: IncomingMessage, onBody: (body: Buffer) => void): void {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.once('end', () => {
    const [only] = chunks
    onBody(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks))
  })
}

function positionOf(incoming: IncomingMessage): string | undefined {
  const header = incoming.headers[POSITION_HEADER]
  return typeof header === 'string' ? header : undefined
}

/** Resolves a reserved entry with the response, or with null when it may not be cached. */
async function store(
  resolve: ((response: PlainResponse | null) => void) | null,
  compute: () => Promise<PlainResponse>,
): Promise<PlainResponse> {
  let stored: PlainResponse | null = null
  try {
    const response = await compute()
    if (response.status === 200) stored = response
    return response
  } finally {
    resolve?.(stored)
  }
}

async function computeResponse(
  fetch: NodeFetch,
  { incoming, outgoing, body }: Exchange,
): Promise<PlainResponse> {
  const { method = '', url = '', headers } = incoming
  const target = urlAtHost(headers.host, url)
  if (target === null) return INVALID_HOST
  const request = new Request(target, {
    method,
    headers: headersOf(incoming),
    body: method === 'GET' ? null : new Uint8Array(body),
  })
  return toPlainResponse(await fetch(request, { incoming, outgoing }))
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  }
  return headers
}

async function toPlainResponse(response: Response): Promise<PlainResponse> {
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
  const headers = [...response.headers].filter(([name]) => name !== 'content-length')
  headers.push(['content-length', `${body.length}`])
  return { status: response.status, headers: headers.flat(), body }
}

function send(outgoing: ServerResponse, { status, headers, body }: PlainResponse): void {
  outgoing.writeHead(status, headers)
  outgoing.end(body, 'latin1')
}
