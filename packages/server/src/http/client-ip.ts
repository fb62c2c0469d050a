import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Returns the IP address of the caller. A proxy appends its caller to X-Forwarded-For, so only the last entry
 * cannot be forged; without a trusted proxy the header is ignored. An IPv6 address is reduced to its /64
 * network, within which each visitor chooses addresses freely (RFC 4291, section 2.5.4).
 */
export function clientIp(c: Context, trustsProxy: boolean): string {
  const bindings: Partial<HttpBindings> | undefined = c.env
  const remote = bindings?.incoming?.socket.remoteAddress
  return addressOf(trustsProxy ? c.req.header('x-forwarded-for') : undefined, remote)
}

/** Returns what `clientIp` does, outside a Hono app. */
export function callerIp({ headers, socket }: IncomingMessage, trustsProxy: boolean): string {
  const forwarded = trustsProxy ? headers['x-forwarded-for']?.toString() : undefined
  return addressOf(forwarded, socket.remoteAddress)
}

function addressOf(forwarded: string | undefined, remote: string | undefined): string {
  return networkOf(forwarded?.split(',').at(-1)?.trim() || (remote ?? 'unknown'))
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
  return `${[...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(':')}::/64`
}
