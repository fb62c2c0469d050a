import type { PushedResult } from '@bullring/game-api/push'
import { RefusedTargetError } from '@bullring/server/http/errors'
import { guardedPost, requirePublicTarget } from '@bullring/server/http/guarded-fetch'
import { encryptMessage } from './encrypt-message.ts'
import type { Receiver } from './push.queries.ts'
import type { Vapid } from './vapid.ts'

/** `gone`: the browser has ended its subscription, or can never be reached. */
export type Delivery = 'delivered' | 'gone' | 'failed'

export type SendDeps = {
  vapid: Vapid
  /** Origins of push services that the operator configured: they may be local and without TLS. */
  origins: readonly string[]
}

/** A device that is off for longer gets nothing: the page shows its results. */
const KEPT_SECONDS = 3_600

/** From the name lookup to the response. */
const TIMEOUT_MS = 3_000

/** The subscription has ended (RFC 8030, section 7.3). Any other status may be a mistake of ours. */
const GONE: ReadonlySet<number> = new Set([404, 410])

/** Returns whether messages may be sent to an endpoint, as far as its URL tells. */
export function isAllowedEndpoint(endpoint: string, origins: readonly string[]): boolean {
  const url = URL.parse(endpoint)
  if (url === null) return false
  if (origins.includes(url.origin)) return true
  try {
    requirePublicTarget(url)
    return true
  } catch {
    return false
  }
}

/** Sends a result to a browser. Never throws. */
export async function sendMessage(
  { endpoint, p256dh, auth }: Pick<Receiver, 'endpoint' | 'p256dh' | 'auth'>,
  result: PushedResult,
  { vapid, origins }: SendDeps,
): Promise<Delivery> {
  const body = encryptOrNull(JSON.stringify(result), { p256dh, auth })
  if (body === null) return 'gone'
  const { origin } = new URL(endpoint)
  const headers = {
    authorization: await vapid.authorization(origin, Date.now()),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: `${KEPT_SECONDS}`,
    urgency: 'normal',
  }
  const isConfigured = origins.includes(origin)
  const options = { headers, body, isConfigured, timeoutMs: TIMEOUT_MS }
  const status = await guardedPost(endpoint, options).catch((error: unknown) => error)
  if (status instanceof RefusedTargetError) return 'gone'
  if (typeof status !== 'number') return 'failed'
  if (status >= 200 && status < 300) return 'delivered'
  return GONE.has(status) ? 'gone' : 'failed'
}

/** Null for a key that is no point of the curve. */
function encryptOrNull(text: string, keys: Parameters<typeof encryptMessage>[1]): Buffer | null {
  try {
    return encryptMessage(text, keys)
  } catch {
    return null
  }
}
