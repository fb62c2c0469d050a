import type { MailLimits } from './otp/create-mail-allowance.ts'

/** Limits on visitors of the vault. */
export type VaultLimits = {
  /** From one IP address. */
  requestsPerMinute: number
  mails: MailLimits
  /** Releases of the recovery share of one wallet. */
  releasesPerDay: number
}

export const LIMITS: VaultLimits = {
  requestsPerMinute: 300,
  mails: {
    perHour: 5,
    // A code can be guessed with a probability of 20 in a million at most.
    perDay: 10,
    perHourAndIp: 20,
    // As many again for addresses without a wallet, counted separately because random addresses can use them up. Protects
    // the mail server's reputation from attackers with many addresses. An alert reports when it is reached.
    perHourInAll: 2_000,
  },
  // Once for each new device, and for each time the recovery phrase is shown or a passkey is added.
  releasesPerDay: 3,
}

/** Developers log in again and again, from one address. */
export const DEVELOPER_LIMITS: VaultLimits = {
  requestsPerMinute: 1_000_000,
  mails: { perHour: 100, perDay: 1_000, perHourAndIp: 1_000_000, perHourInAll: 2_000 },
  releasesPerDay: 1_000,
}
