import type { Webhook } from '@bullring/game-api/webhooks'
import { RefusedTargetError } from '@bullring/server/http/errors'
import { type GuardedOptions, guardedPost } from '@bullring/server/http/guarded-fetch'
import { signEvent } from './sign-event.ts'
import { webhookTarget } from './webhook-target.ts'

/** End of an attempt: `error` is null when the address has accepted the event. */
export type Attempt = { status: number | null; error: Webhook['last_error'] }

export type SendOptions = {
  /** Whether addresses of this machine are targets, too. */
  allowsLoopback: boolean
  /** Ends the attempt. */
  signal: AbortSignal
  /** From the name lookup to the head of the response. */
  timeoutMs: number
  /** Replaced in tests. */
  resolveName?: NonNullable<GuardedOptions['resolveName']>
}

export type OutgoingEvent = { url: string; id: string; body: string; secrets: readonly Buffer[] }

/** Limits of an attempt: of webhooks that have proven to respond soon, and of all others. */
export const TIMEOUT_MS = { fast: 2_000, slow: 10_000 }

/** Sends an event to an address. The body of the response is not read, and redirects are failures. Never throws. */
export async function sendEvent(
  { url, id, body, secrets }: OutgoingEvent,
  { allowsLoopback, ...options }: SendOptions,
): Promise<Attempt> {
  const target = webhookTarget(url, allowsLoopback)
  if (target === null) return { status: null, error: 'refused-address' }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'bullring-webhooks',
    ...signEvent({ id, body, sentAtMs: Date.now() }, secrets),
  }
  const { isConfigured } = target
  try {
    const sent = { ...options, headers, body: Buffer.from(body), isConfigured }
    const status = await guardedPost(target.url, sent)
    return { status, error: status >= 200 && status < 300 ? null : 'status' }
  } catch (error) {
    return { status: null, error: reasonOf(error) }
  }
}

function reasonOf(error: unknown): Webhook['last_error'] {
  if (error instanceof RefusedTargetError) return 'refused-address'
  return isTimeout(error) ? 'timeout' : 'unreachable'
}

/** A request that is aborted names the reason of its signal as the cause. */
function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'TimeoutError' || isTimeout(error.cause)
}
