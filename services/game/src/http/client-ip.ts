import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * The address a request comes from. A proxy appends its caller to X-Forwarded-For, so the last entry
 * is the only one a visitor cannot invent; without a proxy of ours the header is not looked at.
 */
export function clientIp(c: Context, trustsProxy: boolean): string {
  const forwarded = trustsProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : ''
  if (forwarded) return forwarded
  const bindings: Partial<HttpBindings> | undefined = c.env
  return bindings?.incoming?.socket.remoteAddress ?? 'unknown'
}
