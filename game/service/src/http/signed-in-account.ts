import { clientIp } from '@bullring/server/http/client-ip'
import { SiwxSession } from '@bullring/wallet-api/siwx/session'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import type { Context } from 'hono'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { GameConfig } from '../config.ts'

export type SessionSource = {
  /** URL of the wallet service. */
  servicesUrl: string
  projectId: string
  /** Origin of our pages; null when not configured. */
  publicOrigin: string | null
  /** Number of trusted proxies in front. */
  proxies: number
}

/** Returns where the sessions of accounts are asked for; null without a wallet service. */
export function sessionSource({
  wallet,
  projectId,
  http: { publicOrigin, proxies },
}: GameConfig): SessionSource | null {
  return wallet && { ...wallet, projectId, publicOrigin, proxies }
}

/**
 * Asks the wallet service which account the request's token belongs to. Null without a token, for one of another
 * site, and while the service does not respond.
 */
export async function signedInAccount(
  c: Context,
  { servicesUrl, projectId, publicOrigin, proxies }: SessionSource,
): Promise<Address | null> {
  const authorization = c.req.header('authorization')
  if (authorization === undefined) return null
  const host = publicOrigin === null ? c.req.header('host') : new URL(publicOrigin).host
  const url = new URL('/siwx/session', servicesUrl)
  url.searchParams.set('projectId', projectId)
  const response = await fetch(url, {
    headers: {
      authorization,
      // The wallet service counts requests per visitor.
      'x-forwarded-for': clientIp(c, proxies),
      ...(host !== undefined && { 'x-forwarded-host': host }),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(TIME_LIMITS.node),
  }).catch(() => null)
  if (response === null || response.status !== 200) return null
  const parsed = z.safeParse(SiwxSession, await response.json().catch(() => null))
  return parsed.success ? parsed.data.address : null
}
