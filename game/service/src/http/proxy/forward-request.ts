import { clientIp } from '@bullring/server/http/client-ip'
import type { HttpError } from '@bullring/server/http/http-error'
import { currentTraceparent, type SpanStart, traceCall } from '@bullring/server/tracing/span'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import type { Context } from 'hono'
import { proxy } from 'hono/proxy'

export type ForwardOptions = {
  /** Path below which we serve the other service. */
  prefix: string
  /** Number of trusted proxies in front, which set X-Forwarded-* headers. */
  proxies: number
  /** Origins of our pages. */
  sites: readonly string[]
  /** Error for a service that does not respond. */
  unreachable: new (
    options: ErrorOptions,
  ) => HttpError
}

/** Headers of the client's connection, which are not forwarded; fetch refuses some of them. */
const CONNECTION_HEADERS = {
  connection: undefined,
  upgrade: undefined,
  'keep-alive': undefined,
  te: undefined,
  // Node has already answered `100-continue`.
  expect: undefined,
} as const

/**
 * Returns a function that forwards a request to another service of this machine. Headers pass on the caller's address and
 * origin: the service decides on access, methods and limits.
 */
export function requestForwarder(
  options: ForwardOptions,
): (c: Context, target: URL) => Promise<Response> {
  const { prefix, unreachable: Unreachable } = options
  const describe = (): SpanStart => ({ name: `forward ${prefix}`, kind: 'CLIENT' })
  return async (c, target) => {
    try {
      return await traceCall(describe, () => {
        const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(TIME_LIMITS.proxy)])
        // The browser follows redirects itself.
        const redirect = 'manual'
        return proxy(target, { raw: c.req.raw, redirect, headers: headersOf(c, options), signal })
      })
    } catch (cause) {
      throw new Unreachable({ cause })
    }
  }
}

function headersOf(c: Context, { prefix, proxies, sites }: ForwardOptions) {
  return {
    ...c.req.header(),
    ...CONNECTION_HEADERS,
    cookie: undefined,
    // Our own spans, or none: the other service would continue the caller's trace.
    traceparent: currentTraceparent(),
    'x-forwarded-for': clientIp(c, proxies),
    'x-forwarded-host': visibleHost(c.req.header(), { proxies, sites }),
    'x-forwarded-prefix': prefix,
  }
}

/** A forwarded host counts only if it is one of our sites: some proxies pass on what their caller sent. */
export function visibleHost(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { proxies, sites }: Pick<ForwardOptions, 'proxies' | 'sites'>,
): string | undefined {
  const forwarded = proxies > 0 ? headers['x-forwarded-host']?.toString() : undefined
  const isOurs = sites.some((site) => new URL(site).host === forwarded)
  return isOurs ? forwarded : headers['host']?.toString()
}
