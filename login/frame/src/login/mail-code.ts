import { ApiProblemError } from '@bullring/wire/http/request-errors'
import type { VaultClient } from '#services/vault-client.ts'

/** The vault mails no second code to an address sooner. */
export const MAIL_PERIOD_MS = 30_000

type CodeRequest = Parameters<VaultClient['sendOtp']>[0]

export type MailOptions = {
  signal?: AbortSignal | undefined
  /** The longest wait; by default as long as the vault wants. */
  maxWaitMs?: number
  /** Called before a wait, with its seconds. */
  onWait?: ((seconds: number) => void) | undefined
}

/**
 * Has the vault mail a code. Another one may have been mailed just before, for another device or purpose: then waits for the
 * rest of the time between two mails.
 *
 * @throws {ApiProblemError} where the address has had all its mails, or the wait is too long.
 */
export async function mailCode(
  vault: Pick<VaultClient, 'sendOtp'>,
  request: CodeRequest,
  { signal, maxWaitMs = MAIL_PERIOD_MS, onWait }: MailOptions = {},
): Promise<void> {
  try {
    await vault.sendOtp(request)
  } catch (error) {
    const waitMs = cooldownOf(error)
    if (waitMs === null || waitMs > maxWaitMs) throw error
    onWait?.(Math.ceil(waitMs / 1_000))
    await sleep(waitMs, signal)
    await vault.sendOtp(request)
  }
}

/** Returns the rest of the wait between two mails; null for another error, and where the address has had all its mails. */
function cooldownOf(error: unknown): number | null {
  if (!(error instanceof ApiProblemError) || error.problemCode !== 'otp.cooldown') return null
  const waitMs = (error.retryAfterSeconds ?? Number.POSITIVE_INFINITY) * 1_000
  return waitMs <= MAIL_PERIOD_MS ? waitMs : null
}

async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
