import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/** Names that browsers resolve to this machine without a name server (RFC 6761, section 6.3). */
const LOOPBACK_NAME = /(?:^|\.)localhost$/

/** Returns the name or address in a Host header, without port and brackets; null when it is invalid. */
export function hostnameOf(host: string | undefined): string | null {
  const url = host === undefined || /[/?#@\\]/.test(host) ? null : URL.parse(`http://${host}`)
  return url === null ? null : url.hostname.replace(/^\[|\]$/g, '')
}

/** Returns whether a Host header names this machine. */
export function isLoopbackHost(host: string | undefined): boolean {
  const name = hostnameOf(host)
  if (name === null) return false
  return name === '::1' || (isIP(name) === 4 && name.startsWith('127.')) || LOOPBACK_NAME.test(name)
}

/**
 * Returns the host that the visitor's browser requested.
 *
 * @param proxies - Number of proxies in front that may name it in X-Forwarded-Host.
 */
export function requestedHost(
  { host, 'x-forwarded-host': forwarded }: IncomingHttpHeaders,
  proxies: number,
): string | undefined {
  return (proxies > 0 ? forwarded?.toString() : undefined) ?? host
}
