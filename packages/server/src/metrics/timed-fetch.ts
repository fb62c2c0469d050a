import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import type { ServiceMetrics } from './service-metrics.ts'

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'HEAD', 'OPTIONS'])

/** The `fetch` of an app that runs on Node. */
export type NodeFetch = (
  request: Request,
  bindings: HttpBindings | Http2Bindings,
) => Response | Promise<Response>

/**
 * Returns the app's `fetch`, timed by route. Anything without a route (pages, files, wrong paths) counts as
 * `other`, so that callers cannot create label values.
 */
export function timedFetch(app: Hono, metrics: Pick<ServiceMetrics, 'httpRequest'>): NodeFetch {
  const routeOf = routeFinder(app)
  return async (request, bindings) => {
    const startMs = performance.now()
    const response = await app.fetch(request, bindings)
    const labels = {
      route: routeOf(getPath(request)),
      method: METHODS.has(request.method) ? request.method : 'other',
      status: response.status,
    }
    metrics.httpRequest(labels, (performance.now() - startMs) / 1_000)
    return response
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
