import type { IncomingMessage, RequestListener } from 'node:http'
import { isIP } from 'node:net'
import { UnknownHostError } from '../errors/errors.ts'
import { problemOf } from '../errors/problem.ts'
import type { UpgradeListener } from './listen.ts'
import { hostnameOf, isLoopbackHost, requestedHost } from './site-hosts.ts'

export type Site = {
  /** Public origin of our pages; null when not configured. */
  publicOrigin: string | null
  /** Further origins of pages that may call the service. */
  allowedOrigins: readonly string[]
  /** Number of proxies that may name the host in X-Forwarded-Host. */
  proxies: number
  /** Variable in which the operator names the public origin. */
  urlVariable: string
}

/**
 * Served whatever the host: monitoring and load balancers know a process by a name of the inner network, or send no
 * Host header (HTTP/1.0). A page that was rebound to this machine may read them: health and readiness are public, and
 * metrics need a token that no browser sends by itself.
 */
const MONITORING: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Serves requests for hosts of this site only, so that a page of another name that resolves to this machine (DNS
 * rebinding) reaches nothing. An IP address is no such name. If the site is public with TLS, browsers have to
 * use nothing else (RFC 6797).
 */
export function guardSite(listener: RequestListener, site: Site): RequestListener {
  const isOurs = siteCheck(site)
  const isSecure = site.publicOrigin?.startsWith('https:') ?? false
  return (request, response) => {
    if (isSecure) response.setHeader('strict-transport-security', 'max-age=31536000')
    if (isOurs(request) || isMonitoring(request.url)) return listener(request, response)
    const { status, problem } = problemOf(new UnknownHostError(site.urlVariable))
    response.writeHead(status, { 'content-type': 'application/problem+json', connection: 'close' })
    return response.end(JSON.stringify(problem))
  }
}

/** Guards requests that leave HTTP, such as WebSocket handshakes. */
export function guardUpgrades(listener: UpgradeListener, site: Site): UpgradeListener {
  const isOurs = siteCheck(site)
  return (request, socket, head) => {
    if (isOurs(request)) listener(request, socket, head)
    else socket.end('HTTP/1.1 421 Misdirected Request\r\nconnection: close\r\n\r\n')
  }
}

function siteCheck(site: Site): (request: IncomingMessage) => boolean {
  const origins = [site.publicOrigin ?? [], site.allowedOrigins].flat()
  const names = new Set(origins.map((origin) => hostnameOf(new URL(origin).host)))
  // Almost all requests name the same host, and parsing it costs as much as a cached response.
  let last = { host: '', isOurs: false }
  return ({ headers }) => {
    const host = requestedHost(headers, site.proxies) ?? ''
    if (host !== last.host) last = { host, isOurs: isSiteHost(host, names) }
    return last.isOurs
  }
}

function isMonitoring(target = ''): boolean {
  return MONITORING.has(target.split('?', 1)[0] ?? '')
}

function isSiteHost(host: string, names: ReadonlySet<string | null>): boolean {
  const name = hostnameOf(host)
  return name !== null && (isIP(name) !== 0 || isLoopbackHost(host) || names.has(name))
}
