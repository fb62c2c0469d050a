import { WalletServiceUnreachableError } from '@bullring/server/http/errors'
import { limitBody } from '@bullring/server/http/limit-body'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { Context, MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import { requestForwarder } from './forward-request.ts'

export type WalletProxyOptions = {
  /** URL of the wallet service. */
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

/** Every page may read the proxy's own errors, as it may those of the wallet service. */
const readableByPages: MiddlewareHandler = (c, next) => {
  c.header('access-control-allow-origin', '*')
  return next()
}

/**
 * Forwards /wallet/* to the wallet service, so that one port serves everything, and POST /rpc to its
 * JSON-RPC of the game's chain: browsers reach the chain through this one proxy.
 */
export function walletProxy(options: WalletProxyOptions): Hono {
  const { url, chainId, projectId } = options
  const forward = requestForwarder({
    prefix: PREFIX,
    proxies: options.proxies,
    sites: options.sites,
    unreachable: WalletServiceUnreachableError,
  })
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
