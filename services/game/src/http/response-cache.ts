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
}

/**
 * A complete 200 response. The body is text with one character (latin1) per byte: Node sends head and
 * text in one write, but head and buffer in two.
 */
type CachedResponse = { body: string; headers: string[] }

/** Larger bodies are never API calls. */
const MAX_BODY_BYTES = 1_024

/** Request headers that vary the response. The caller's address must not. */
const VARY_HEADERS = ['content-type', 'accept-encoding', 'origin', 'host'] as const

/**
 * Sends the same response to identical requests until the version changes. Concurrent requests share
 * the first one's response; only 200 is cached. Put before the middleware that completes responses.
 */
export function responseCache(policies: readonly CachePolicy[]): MiddlewareHandler {
  const caches = new Map(policies.flatMap(cachesByRoute))
  return async (c, next) => {
    const cache = caches.get(`${c.req.method} ${c.req.path}`)
    if (cache === undefined || !hasShortBody(c)) return next()
    const key = await keyOf(c)
    // No await between `find` and `reserve`: exactly one request computes the response.
    const found = cache.find(key)
    if (found === undefined) return respondAndStore(c, next, cache.reserve(key))
    const cached = await found
    return cached === null ? next() : send(c, cached)
  }
}

function cachesByRoute({ routes, version }: CachePolicy) {
  const cache = new VersionedCache<CachedResponse>(version)
  return [...routes].map((route) => [route, cache] as const)
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
  if (response === null) return
  send(c, response)
  c.res = undefined
  c.res = RESPONSE_ALREADY_SENT
}

function hasShortBody(c: Context): boolean {
  const { method, headers } = incomingOf(c)
  const length = headers['content-length']
  if (method === 'GET') return length === undefined
  // An undeclared length is a chunked body, or none: not how the API is called.
  return length !== undefined && Number(length) <= MAX_BODY_BYTES
}

/** Neither URLs nor headers can hold a line break; the body comes last. */
async function keyOf(c: Context): Promise<string> {
  const { url, method, headers } = incomingOf(c)
  let key = url ?? ''
  for (const name of VARY_HEADERS) key += `\n${headers[name] ?? ''}`
  return method === 'GET' ? key : `${key}\n${await c.req.text()}`
}

/** Node's own request: reading a header from it costs a tenth of the adapter's `Request`. */
function incomingOf(c: Context): HttpBindings['incoming'] {
  return (c.env as HttpBindings).incoming
}

async function toCachedResponse(response: Response): Promise<CachedResponse> {
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
  const headers = [...response.headers].filter(([name]) => name !== 'content-length')
  return { headers: [...headers, ['content-length', `${body.length}`]].flat(), body }
}

/** Writes to Node's response, which costs less than a `Response` that the adapter takes apart. */
function send(c: Context, { body, headers }: CachedResponse): Response {
  const { outgoing } = c.env as HttpBindings
  outgoing.writeHead(200, headers)
  outgoing.end(body, 'latin1')
  return RESPONSE_ALREADY_SENT
}
