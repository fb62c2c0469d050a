import * as z from 'zod/mini'
import { withStorage } from './action/page-storage.ts'

const KEY = 'bullring.started-email'

/** Time for which the mailed code is valid. */
const VALID_MS = 20 * 60_000

const Started = z.object({ walletId: z.string(), email: z.string(), at: z.number() })

/** Notes that a code was mailed to a wallet's first email, for a page that is loaded again before it is used. */
export function storeStartedEmail(walletId: string, email: string): void {
  const started = { walletId, email, at: Date.now() }
  withStorage((storage) => storage.setItem(KEY, JSON.stringify(started)))
}

/** Forgets it: the email is added, or the user starts again. */
export function forgetStartedEmail(): void {
  withStorage((storage) => storage.removeItem(KEY))
}

/** Returns the email whose code may still be valid; null without one. */
export function readStartedEmail(walletId: string): string | null {
  const stored = withStorage((storage) => JSON.parse(storage.getItem(KEY) ?? 'null'))
  const started = Started.safeParse(stored)
  if (!started.success || started.data.walletId !== walletId) return null
  const elapsedMs = Date.now() - started.data.at
  return elapsedMs >= 0 && elapsedMs < VALID_MS ? started.data.email : null
}
