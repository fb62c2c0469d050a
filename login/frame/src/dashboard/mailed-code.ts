import * as z from 'zod/mini'
import { MAIL_PERIOD_MS } from '#login/mail-code.ts'
import { createTimedNote } from './timed-note.ts'

const note = createTimedNote(
  'bullring.mailed-code',
  z.object({ email: z.string() }),
  MAIL_PERIOD_MS,
)

/** Notes that a code was mailed, for a page that is reloaded before it is used. */
export function storeMailedCode(email: string): void {
  note.store({ email })
}

/** Notes that the code is used. */
export const forgetMailedCode = note.forget

/** Whether the mailbox has an unused code that is so new that the vault mails no other. */
export function hasMailedCode(email: string): boolean {
  return note.read()?.email === email
}
