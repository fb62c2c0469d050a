import { OTP_COOLDOWN_SECONDS } from '@bullring/login-api/vault-api/otp'
import { MailAllowance } from '@bullring/login-server/mail/mail-allowance'
import { DATABASE_TIME } from '../db/clock.ts'
import { MailLimitError } from './errors.ts'

/** Limits of mails with codes. */
export type MailLimits = {
  /** Mails to one address per hour and per day. */
  perHour: number
  perDay: number
  /** Mails caused by one IP address per hour. */
  perHourAndIp: number
  /** Mails to all addresses together per hour. */
  perHourInAll: number
}

/** Creates the allowance of mails with codes. */
export function createMailAllowance(
  { perHour, perDay, perHourAndIp, perHourInAll }: MailLimits,
  onUsedUp: () => void,
): MailAllowance {
  return new MailAllowance({
    perAddress: [
      { seconds: OTP_COOLDOWN_SECONDS, max: 1 },
      { seconds: 3_600, max: perHour },
      { seconds: 86_400, max: perDay },
    ],
    perHourAndIp,
    perHour: perHourInAll,
    now: () => DATABASE_TIME,
    tooMany: (waitS) => new MailLimitError(waitS),
    onUsedUp,
  })
}
