import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { NodeFetch } from '../../metrics/timed-fetch.ts'

/** Returns the app as listener of a Node server. */
export function nodeListener(fetch: NodeFetch): RequestListener {
  // HTTP/1.0 has no Host header, and the adapter needs one. `guardSite` decides which paths are served without.
  const handle = getRequestListener(fetch, { hostname: 'localhost' })
  return (request, response) => {
    // RFC 9112, section 3.2. A proxy in front may have decided by the other one.
    if ((request.headersDistinct['host']?.length ?? 0) > 1) response.writeHead(400).end()
    else void handle(request, response)
  }
}
