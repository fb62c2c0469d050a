import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'
import { VersionedCache } from './versioned-cache.ts'

/** Routes whose responses depend on the request and a version alone. */
export type CachePolicy = {
  /** As "POST /api/x", without query. */
  routes: ReadonlySet<string>
  /** Changes whenever a response may; null while nothing may be cached. */
  version: () => string | null
  /** Counts a request against the caller's limit; false leaves it to the app, which refuses it. */
  isAllowed: (c: Context) => boolean
}

/** Bytes are kept as text, one character each: Node sends head and text in one write, but not a buffer. */
type CachedResponse = { body: string; headers: string[] }

/** Larger bodies are never API calls. */
const MAX_BODY_BYTES = 1_024

/** Request headers that vary the response. The caller's address must not. */
const VARY_HEADERS = ['content-type', 'accept-encoding', 'origin', 'host'] as const

/**
 * Sends the same response to identical requests until the version changes. Concurrent requests share
 * the first one's response; only 200 is cached. Must be the first middleware: it stores what all others
 * make of a response, and a cached one is written to Node's response without them.
 */
export function responseCache(policies: readonly CachePolicy[]): MiddlewareHandler {
  const caches = new Map(policies.flatMap(cachesByRoute))
  return async (c, next) => {
    const { incoming } = c.env as HttpBindings
    // Node's URL has the query: no route here takes one, and variants would fill the cache.
    const route = caches.get(`${incoming.method} ${incoming.url}`)
    if (route === undefined || !hasShortBody(c)) return next()
    const { cache, isAllowed } = route
    const key = await keyOf(c)
    // No await between `find` and `reserve`: exactly one request computes the response.
    const found = cache.find(key)
    if (found === undefined) return respondAndStore(c, next, cache.reserve(key))
    const cached = await found
    if (cached === null || !isAllowed(c)) return next()
    respond(c, cached)
    return undefined
  }
}

function cachesByRoute({ routes, version, isAllowed }: CachePolicy) {
  const cache = new VersionedCache<CachedResponse>(version)
  return [...routes].map((route) => [route, { cache, isAllowed }] as const)
}

async function respondAndStore(
  c: Context,
  next: () => Promise<void>,
  store: ((response: CachedResponse | null) => void) | null,
): Promise<void> {
  let response: CachedResponse | null = null
  try {
    await next()
    if (store !== null && c.res.status === 200) response = await toCachedResponse(c.res)
  } finally {
    store?.(response)
  }
  if (response !== null) respond(c, response)
}

function hasShortBody(c: Context): boolean {
  const length = headersOf(c)['content-length']
  if (c.req.method === 'GET') return length === undefined
  // Without a declared length the body is chunked or missing: clients of the API send neither.
  return length !== undefined && Number(length) <= MAX_BODY_BYTES
}

/** Neither URLs nor headers can hold a line break; the body comes last. */
async function keyOf(c: Context): Promise<string> {
  const headers = headersOf(c)
  let key = c.req.url
  for (const name of VARY_HEADERS) key += `\n${headers[name] ?? ''}`
  return c.req.method === 'GET' ? key : `${key}\n${await c.req.text()}`
}

/** Node has parsed these already; `c.req.header` would parse them a second time. */
function headersOf(c: Context): HttpBindings['incoming']['headers'] {
  return (c.env as HttpBindings).incoming.headers
}

async function toCachedResponse(response: Response): Promise<CachedResponse> {
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
  const headers = [...response.headers].filter(([name]) => name !== 'content-length')
  return { body, headers: [...headers, ['content-length', `${body.length}`]].flat() }
}

/** Writes to Node's response: cheaper than a `Response` that the adapter takes apart again (ADR 15). */
function respond(c: Context, { body, headers }: CachedResponse): void {
  const { outgoing } = c.env as HttpBindings
  outgoing.writeHead(200, headers)
  outgoing.end(body, 'latin1')
  // The stored headers are complete: Hono would merge them with those of the response set before.
  c.res = undefined
  c.res = RESPONSE_ALREADY_SENT
}
