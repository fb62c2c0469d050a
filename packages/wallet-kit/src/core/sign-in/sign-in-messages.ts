/** What the one short message over the card says of sign-in. */
export const SIGN_IN_MESSAGES = {
  declined: 'Signature declined',
  smartAccount: 'This application might not support Smart Accounts',
  unknown: 'A problem occurred while trying initialize authentication',
  unknownError: 'Unknown error',
  notDisconnected: 'Failed to disconnect',
} as const
