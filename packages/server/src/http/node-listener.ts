import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { NodeFetch } from '../metrics/timed-fetch.ts'

/** Returns the app as listener of a Node server. */
export function nodeListener(fetch: NodeFetch): RequestListener {
  // HTTP/1.0 has no Host header, and the adapter needs one; `guardSite` decides which paths are served without.
  const handle = getRequestListener(fetch, { hostname: 'localhost' })
  return (request, response) => void handle(request, response)
}
