import { MailAllowance } from '@bullring/login-server/mail/mail-allowance'
import { defineHttpError } from '@bullring/server/http/http-error'
import { defineLimitError } from '@bullring/server/limits/define-limit-error'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'

/**
 * Too many links: to this address 1 per 30 s, 5 an hour, 10 a day; from this IP address 20 an hour.
 *
 * The message is shown to the visitor.
 */
const TooManyMailsError = defineLimitError({
  name: 'TooManyMailsError',
  code: 'custody.too-many-mails',
})

/** Too many mails to this address, by any caller. The message is shown to the visitor. */
export const AddressUsedUpError = defineLimitError({
  name: 'AddressUsedUpError',
  code: 'custody.too-many-mails',
})

/**
 * The address has had its links, maybe requested by strangers.
 *
 * @remedy Enter the text's code at the latest link, approve, log in again.
 */
export const UseLatestMailError = defineHttpError({
  name: 'UseLatestMailError',
  code: 'custody.use-latest-mail',
  status: 429,
  message: (code: string) =>
    `We have sent many emails to this address. Open the link in the latest one, enter the code ${code} there, then log in here again`,
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
    tooMany: (waitS, of) =>
      of === 'address' ? new AddressUsedUpError(waitS) : new TooManyMailsError(waitS),
    onUsedUp,
  })
}
