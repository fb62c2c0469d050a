import type { IncomingMessage } from 'node:http'
import { JSON_TYPE } from '@bullring/server/http/json-type'
import { urlAtHost } from '@bullring/server/http/site-hosts'

/** Returns what a response depends on besides route, body and version; null when it is not cached. */
export type VaryKey = (incoming: IncomingMessage) => string | null

const PLAIN_GZIP = /(?:^|,)\s*gzip\s*(?:,|$)/i
const MAYBE_GZIP = /gzip|\*/i

/**
 * Creates the key of a request's headers. It has few values, whatever callers send: unusual headers, and different
 * names of this site with the same responses, would otherwise evict the entries of others.
 *
 * @param allowedOrigins - Origins that responses name for CORS.
 */
export function createVaryKey(allowedOrigins: readonly string[]): VaryKey {
  const allowed = new Set(allowedOrigins)
  // Almost all requests name the same host, and parsing it costs as much as a cached response.
  let validHost: string | undefined
  return ({ method, headers }) => {
    const { host, origin } = headers
    if (host !== validHost) {
      if (urlAtHost(host, '/') === null) return null
      validHost = host
    }
    if (method !== 'GET' && !isJson(headers['content-type'])) return null
    const encoding = encodingOf(headers['accept-encoding'])
    if (encoding === null || origin === undefined) return encoding
    if (allowed.has(origin)) return `${encoding} ${origin}`
    return isOriginOf(host, origin) ? encoding : null
  }
}

function isJson(type = ''): boolean {
  return JSON_TYPE.test(type)
}

function isOriginOf(host: string | undefined, origin: string): boolean {
  return origin === `https://${host}` || origin === `http://${host}`
}

/** Null for headers with weights, which only the app weighs. */
function encodingOf(accepted = ''): 'gzip' | 'identity' | null {
  if (PLAIN_GZIP.test(accepted)) return 'gzip'
  return MAYBE_GZIP.test(accepted) ? null : 'identity'
}
