import { requestedHost } from '@bullring/server/http/site-hosts'
import type { Context } from 'hono'

/** A path under which a proxy publishes the service, such as `/wallet`. */
const PREFIX = /^\/[\w-]{1,40}$/

/**
 * Returns the URL at which the caller reaches this service, without a slash at the end.
 *
 * @param proxies - Number of trusted proxies in front, which name scheme, host and path.
 */
export function baseUrlOf(c: Context, proxies: number): string {
  const forwarded = (name: string) => (proxies > 0 ? c.req.header(name) : undefined)
  const scheme = forwarded('x-forwarded-proto') === 'https' ? 'https' : 'http'
  const prefix = forwarded('x-forwarded-prefix') ?? ''
  const host = requestedHost(c.req.header(), proxies) ?? ''
  return `${scheme}://${host}${PREFIX.test(prefix) ? prefix : ''}`
}
