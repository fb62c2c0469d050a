/** Limits on visitors of the custody service. */
export type CustodyLimits = {
  /** From one IP address. */
  requestsPerMinute: number
  /** Logins begun from one IP address. */
  loginsPerMinute: number
  /** Mails that visitors cause, all together. */
  mailsPerHour: number
  /** Recovery shares that are handed out for a wallet. */
  recoveriesPerDay: number
}

export const LIMITS: CustodyLimits = {
  requestsPerMinute: 600,
  // The reply says whether an address has a wallet.
  loginsPerMinute: 10,
  // Protects the mail server's reputation from attackers with many addresses.
  mailsPerHour: 2_000,
  // For each new device, and each export.
  recoveriesPerDay: 3,
}

/** Developers log in again and again, from one address. */
export const DEVELOPER_LIMITS: CustodyLimits = {
  requestsPerMinute: 1_000_000,
  loginsPerMinute: 1_000_000,
  mailsPerHour: 2_000,
  recoveriesPerDay: 1_000,
}
