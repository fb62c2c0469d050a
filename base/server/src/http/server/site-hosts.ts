import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/** Names that browsers resolve to this machine without a name server (RFC 6761, section 6.3). */
const LOOPBACK_NAME = /(?:^|\.)localhost$/

/** Characters that would make a part of the Host header a path, a query or a user name. */
const NOT_IN_HOST = /[/?#@\\]/

/**
 * Returns the URL of a request, or null when its Host header is missing or invalid.
 *
 * @param target - Path and query.
 */
export function urlAtHost(host: string | undefined, target: string): URL | null {
  return host === undefined || host === '' || NOT_IN_HOST.test(host)
    ? null
    : URL.parse(`http://${host}${target}`)
}

/** Returns the name or address in a Host header, without port and brackets, or null when it is invalid. */
export function hostnameOf(host: string | undefined): string | null {
  return urlAtHost(host, '/')?.hostname.replace(/^\[|\]$/g, '') ?? null
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
