import type { RequestListener } from 'node:http'
import { isIP } from 'node:net'
import { UnknownHostError } from './errors.ts'
import { problemOf } from './problem.ts'
import { hostnameOf, isLoopbackHost, requestedHost } from './site-hosts.ts'

export type Site = {
  /** Public origin of our pages; null when not configured. */
  publicOrigin: string | null
  /** Further origins of pages that may call the service. */
  allowedOrigins: readonly string[]
  /** Number of proxies that may name the host in X-Forwarded-Host. */
  proxies: number
}

/**
 * Serves requests for hosts of this site only, so that a page of another name that resolves to this machine (DNS
 * rebinding) reaches nothing. An IP address is no such name. If the site is public with TLS, browsers have to
 * use nothing else (RFC 6797).
 */
export function guardSite(listener: RequestListener, site: Site): RequestListener {
  const origins = [site.publicOrigin ?? [], site.allowedOrigins].flat()
  const names = new Set(origins.map((origin) => hostnameOf(new URL(origin).host)))
  // Almost all requests name the same host, and parsing it costs as much as a cached response.
  let last = { host: '', isOurs: false }
  const isOurs = (host = '') => {
    if (host !== last.host) last = { host, isOurs: isSiteHost(host, names) }
    return last.isOurs
  }
  const isSecure = site.publicOrigin?.startsWith('https:') ?? false
  return (request, response) => {
    if (isSecure) response.setHeader('strict-transport-security', 'max-age=31536000')
    if (isOurs(requestedHost(request.headers, site.proxies))) return listener(request, response)
    const { status, problem } = problemOf(new UnknownHostError())
    response.writeHead(status, { 'content-type': 'application/problem+json', connection: 'close' })
    return response.end(JSON.stringify(problem))
  }
}

function isSiteHost(host: string, names: ReadonlySet<string | null>): boolean {
  const name = hostnameOf(host)
  return name !== null && (isIP(name) !== 0 || isLoopbackHost(host) || names.has(name))
}
