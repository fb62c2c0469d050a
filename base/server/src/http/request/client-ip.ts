import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6, type Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Returns the IP address of the caller. Each proxy appends its caller to X-Forwarded-For, so only the last entries,
 * one per proxy of ours, cannot be forged. Without a proxy, the header is ignored. An IPv6 address is reduced to the first
 * one of its /64 network, within which each visitor chooses addresses freely (RFC 4291, section 2.5.4).
 *
 * @param proxies - Number of proxies between visitors and this process.
 */
export function clientIp(c: Context, proxies: number): string {
  const bindings: Partial<HttpBindings> | undefined = c.env
  const remote = bindings?.incoming?.socket.remoteAddress
  return addressOf(c.req.header('x-forwarded-for'), proxies, remote)
}

/** Returns the same address as `clientIp`, outside a Hono app. */
export function callerIp({ headers, socket }: IncomingMessage, proxies: number): string {
  return addressOf(headers['x-forwarded-for']?.toString(), proxies, socket.remoteAddress)
}

/** Returns the same address as `clientIp` for a connection of the caller, without a request. */
export function socketIp({ remoteAddress }: Socket): string {
  return networkOf(remoteAddress ?? 'unknown')
}

/** Returns whether an IP address, also an IPv4-mapped one, is of this machine. */
export function isLoopback(address: string): boolean {
  const bare = address.replace(/^::ffff:/i, '')
  return bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'))
}

function addressOf(
  forwarded: string | undefined,
  proxies: number,
  remote: string | undefined,
): string {
  const entries = proxies === 0 ? [] : (forwarded?.split(',') ?? [])
  // A request that came past the outer proxies has fewer entries: its first one is the caller.
  const entry = entries.at(-Math.min(proxies, entries.length))
  const address = withoutPort(entry?.trim() ?? '')
  return networkOf(isIP(address) === 0 ? (remote ?? 'unknown') : address)
}

/** Some proxies name the port of their caller too. */
function withoutPort(entry: string): string {
  const [, bracketed, ipv4] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry) ?? []
  return bracketed ?? ipv4 ?? entry
}

const GROUPS = 8
const NETWORK_GROUPS = 4

/** An IPv4 address is kept whole, also an IPv4-mapped IPv6 address. */
function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  if (canonical.startsWith('::ffff:') && tail.length === 3) return canonical
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => '0')
  return `${[...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(':')}::`
}
