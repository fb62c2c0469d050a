import { clientIp } from '@bullring/server/http/client-ip'
import { HttpError } from '@bullring/server/http/http-error'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import type { Context } from 'hono'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'

/** The wallet service does not answer. */
export class WalletServiceUnreachableError extends HttpError {
  override readonly name = 'WalletServiceUnreachableError'
  readonly code = 'wallet.service-unreachable'
  readonly status = 502
  override readonly isRetryable = true

  constructor(options?: ErrorOptions) {
    super('The wallet service does not answer. Try again in a moment.', options)
  }
}

export type WalletProxyOptions = {
  /** Where the wallet service listens. */
  url: string
  /** A proxy of ours is in front of this service too. */
  trustsProxy: boolean
}

const PREFIX = '/wallet'

/**
 * /wallet/*: hands calls of browsers on to the wallet service, so that one port serves everything. Who
 * calls, and from which site, is told in headers: the wallet service decides whether they may.
 */
export function walletProxy({ url, trustsProxy }: WalletProxyOptions): Hono {
  return new Hono().all(`${PREFIX}/*`, async (c) => {
    try {
      return await proxy(targetOf(c, url), {
        raw: c.req.raw,
        headers: {
          ...c.req.header(),
          cookie: undefined,
          'x-forwarded-for': clientIp(c, trustsProxy),
          'x-forwarded-host': hostOf(c, trustsProxy),
        },
        signal: AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(TIME_LIMITS.proxy)]),
      })
    } catch (cause) {
      throw new WalletServiceUnreachableError({ cause })
    }
  })
}

/** Only path and query are the caller's: whatever they are, the host stays. */
function targetOf(c: Context, url: string): URL {
  const { pathname, search } = new URL(c.req.url)
  const target = new URL(url)
  target.pathname = pathname.slice(PREFIX.length)
  target.search = search
  return target
}

function hostOf(c: Context, trustsProxy: boolean): string | undefined {
  const forwarded = trustsProxy ? c.req.header('x-forwarded-host') : undefined
  return forwarded ?? c.req.header('host')
}
