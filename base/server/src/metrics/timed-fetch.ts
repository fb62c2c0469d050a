import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { traceEntry } from '../tracing/span.ts'
import type { ServiceMetrics } from './service-metrics.ts'

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'HEAD', 'OPTIONS'])

/** The `fetch` of an app that runs on Node. */
export type NodeFetch = (
  request: Request,
  bindings: HttpBindings | Http2Bindings,
) => Response | Promise<Response>

export type TimedFetchOptions = {
  /**
   * Whether a caller's `traceparent` header is the parent of its spans: for services behind our own ones. Visitors could
   * make a public service record each of their requests.
   */
  continuesTraces?: boolean
}

/**
 * Returns the app's `fetch`, timed and traced by route. Anything without a route (pages, files, wrong paths) counts as
 * `other`, so that callers cannot create label values.
 */
export function timedFetch(
  app: Hono,
  metrics: Pick<ServiceMetrics, 'httpRequest'>,
  { continuesTraces = false }: TimedFetchOptions = {},
): NodeFetch {
  const routeOf = routeFinder(app)
  return (request, bindings) => {
    const startMs = performance.now()
    const route = routeOf(getPath(request))
    const method = METHODS.has(request.method) ? request.method : 'other'
    const attributes = { 'http.request.method': method, 'http.route': route }
    const parent = continuesTraces ? request.headers.get('traceparent') : null
    return traceEntry(
      { name: `${method} ${route}`, kind: 'SERVER', attributes },
      parent,
      async (span) => {
        const response = await app.fetch(request, bindings)
        const { status } = response
        metrics.httpRequest({ route, method, status }, (performance.now() - startMs) / 1_000)
        span?.setAttribute('http.response.status_code', status)
        return response
      },
    )
  }
}

/** Finds the route pattern of a path: addresses in paths must not become labels. */
function routeFinder(app: Hono): (pathname: string) => string {
  const routes = new Set(
    app.routes.filter(({ method }) => method !== 'ALL').map(({ path }) => path),
  )
  const patterns = [...routes]
    .filter((path) => path.includes('/:'))
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) }))
  return (pathname) => {
    if (routes.has(pathname)) return pathname
    return patterns.find(({ pattern }) => pattern.test(pathname))?.path ?? 'other'
  }
}
