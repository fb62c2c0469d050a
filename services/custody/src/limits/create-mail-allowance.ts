import { defineLimitError } from '@bullring/server/limits/define-limit-error'
import { MailAllowance } from '@bullring/server/limits/mail-allowance'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'

/** Too many mails to this address or for this IP address. The message is shown to the visitor. */
const TooManyMailsError = defineLimitError({
  name: 'TooManyMailsError',
  code: 'custody.too-many-mails',
})

/** Creates the allowance of mails with links. */
export function createMailAllowance({
  perHour,
  nowS,
  onUsedUp,
}: {
  perHour: number
  nowS: Clock
  onUsedUp: () => void
}): MailAllowance {
  return new MailAllowance({
    perAddress: [
      { seconds: 30, max: 1 },
      { seconds: 3_600, max: 5 },
      { seconds: 86_400, max: 10 },
    ],
    perHourAndIp: 20,
    perHour,
    now: () => sql`${nowS()}::int8`,
    tooMany: (waitS) => new TooManyMailsError(waitS),
    onUsedUp,
  })
}
