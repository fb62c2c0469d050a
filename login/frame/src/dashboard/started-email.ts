import * as z from 'zod/mini'
import { createTimedNote } from './timed-note.ts'

/** Time for which the mailed code is valid. */
const VALID_MS = 20 * 60_000

const note = createTimedNote(
  'bullring.started-email',
  z.object({ walletId: z.string(), email: z.string() }),
  VALID_MS,
)

/** Notes that a code was mailed to a wallet's first email, for a page that is loaded again before it is used. */
export function storeStartedEmail(walletId: string, email: string): void {
  note.store({ walletId, email })
}

/** Forgets it: the email is added, or the user starts again. */
export const forgetStartedEmail = note.forget

/** Returns the email whose code may still be valid; null without one. */
export function readStartedEmail(walletId: string): string | null {
  const started = note.read()
  return started?.walletId === walletId ? started.email : null
}
