/** Toasts of sign-in (R-SIGNIN-5). */
export const SIGN_IN_MESSAGES = {
  authenticating: 'Authenticating...',
  declined: 'Signature declined',
  smartAccount: 'This application might not support Smart Accounts',
  unknown: 'A problem occurred while trying initialize authentication',
  failed: 'Sign message failed: {message}',
  unknownError: 'Sign message failed',
  notDisconnected: 'Failed to disconnect',
} as const

export type SignInMessages = Readonly<Record<keyof typeof SIGN_IN_MESSAGES, string>>
