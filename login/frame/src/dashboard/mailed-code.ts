import * as z from 'zod/mini'
import { MAIL_PERIOD_MS } from '#login/mail-code.ts'
import { withStorage } from './action/page-storage.ts'

const KEY = 'bullring.mailed-code'

const MailedCode = z.object({ email: z.string(), at: z.number() })

/** Notes that a code was mailed, for a page that is reloaded before it is used. */
export function storeMailedCode(email: string): void {
  withStorage((storage) => storage.setItem(KEY, JSON.stringify({ email, at: Date.now() })))
}

/** Notes that the code is used. */
export function forgetMailedCode(): void {
  withStorage((storage) => storage.removeItem(KEY))
}

/** Whether the mailbox has an unused code that is so new that the vault mails no other. */
export function hasMailedCode(email: string): boolean {
  const stored = withStorage((storage) => JSON.parse(storage.getItem(KEY) ?? 'null'))
  const mailed = MailedCode.safeParse(stored)
  if (!mailed.success || mailed.data.email !== email) return false
  const elapsedMs = Date.now() - mailed.data.at
  return elapsedMs >= 0 && elapsedMs < MAIL_PERIOD_MS
}
