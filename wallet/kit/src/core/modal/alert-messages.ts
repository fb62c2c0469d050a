/** Alerts about what a visitor can change, see `alerts.ts`. */
export const ALERT_MESSAGES = {
  embeddedWalletTimeout: 'Invalid App Configuration',
  embeddedWalletTimeoutDetail:
    'The embedded wallet did not load in time. Reload the page to try again.',
  sessionExpired: 'Session Expired',
  sessionExpiredDetail:
    'The clock of this device seems to be wrong. Check its time settings and connect again.',
  socialLoginTimeout: 'Social login timed out. Please try again.',
  socialLoginTimeoutDetail:
    'The embedded wallet did not name the login page of the provider in time.',
} as const

export type AlertMessages = Readonly<Record<keyof typeof ALERT_MESSAGES, string>>
