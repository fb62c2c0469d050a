import type { Hono } from 'hono'
import type { Metrics } from './create-metrics.ts'

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'HEAD', 'OPTIONS'])

/**
 * The app's `fetch`, timed by route. Whatever has no route of its own (pages, files, wrong paths) counts
 * as `other`, so that no caller can make up label values.
 */
export function timedFetch(app: Hono, metrics: Metrics): Hono['fetch'] {
  const routes = new Set(
    app.routes.filter(({ method }) => method !== 'ALL').map(({ path }) => path),
  )
  return async (request, ...rest) => {
    const startMs = performance.now()
    const response = await app.fetch(request, ...rest)
    const { pathname } = new URL(request.url)
    const labels = {
      route: routes.has(pathname) ? pathname : 'other',
      method: METHODS.has(request.method) ? request.method : 'other',
      status: response.status,
    }
    metrics.httpRequest(labels, (performance.now() - startMs) / 1_000)
    return response
  }
}
