import { clientIp } from '@bullring/server/http/client-ip'
import { WalletServiceUnreachableError } from '@bullring/server/http/errors'
import { limitBody } from '@bullring/server/http/limit-body'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import type { Context, MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'

export type WalletProxyOptions = {
  /** Where the wallet service listens. */
  url: string
  /** Number of trusted proxies in front, which set X-Forwarded-* headers. */
  proxies: number
  /** Origins of our pages. */
  sites: readonly string[]
  /** The game's chain, which /rpc reaches. */
  chainId: number
  /** Our page's key to the wallet service. */
  projectId: string
}

const PREFIX = '/wallet'

/** The largest body that any operation of the wallet service accepts. */
const MAX_BODY_BYTES = 1_024 * 1_024

/** Concern the connection to us, not the one to the wallet service; fetch refuses some of them. */
const CONNECTION_HEADERS = {
  connection: undefined,
  upgrade: undefined,
  'keep-alive': undefined,
  te: undefined,
  // Node has continued such a request already.
  expect: undefined,
} as const

/** Every page may read the proxy's own errors, as it may those of the wallet service. */
const readableByPages: MiddlewareHandler = (c, next) => {
  c.header('access-control-allow-origin', '*')
  return next()
}

/**
 * Forwards /wallet/* to the wallet service, so that one port serves everything, and POST /rpc to its
 * JSON-RPC of the game's chain: browsers reach the chain through this one proxy. Headers pass on the
 * caller's address and origin: the wallet service decides on access, methods and limits.
 */
export function walletProxy(options: WalletProxyOptions): Hono {
  const { url, proxies, chainId, projectId } = options
  const forward = async (c: Context, target: URL) => {
    try {
      return await proxy(target, {
        raw: c.req.raw,
        // For the browser to follow.
        redirect: 'manual',
        headers: {
          ...c.req.header(),
          ...CONNECTION_HEADERS,
          cookie: undefined,
          'x-forwarded-for': clientIp(c, proxies),
          'x-forwarded-host': hostOf(c, options),
          'x-forwarded-prefix': PREFIX,
        },
        signal: AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(TIME_LIMITS.proxy)]),
      })
    } catch (cause) {
      throw new WalletServiceUnreachableError({ cause })
    }
  }
  const rpc = new URL('/v1/', url)
  rpc.searchParams.set('chainId', toCaipNetworkId(chainId))
  rpc.searchParams.set('projectId', projectId)
  const before = [readableByPages, limitBody(MAX_BODY_BYTES)] as const
  return new Hono()
    .post('/rpc', ...before, (c) => forward(c, rpc))
    .all(`${PREFIX}/*`, ...before, (c) => forward(c, targetOf(c, url)))
}

/** Takes path and query from the caller, but never the host. */
function targetOf(c: Context, url: string): URL {
  const { pathname, search } = new URL(c.req.url)
  const target = new URL(url)
  target.pathname = pathname.slice(PREFIX.length)
  target.search = search
  return target
}

/** A forwarded host counts only if it is one of our sites: some proxies pass on what their caller sent. */
function hostOf(c: Context, { proxies, sites }: WalletProxyOptions): string | undefined {
  const forwarded = proxies > 0 ? c.req.header('x-forwarded-host') : undefined
  const isOurs = sites.some((site) => new URL(site).host === forwarded)
  return isOurs ? forwarded : c.req.header('host')
}
