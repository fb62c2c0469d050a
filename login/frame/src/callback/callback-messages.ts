/** Texts of the page to which other sites return after a login. */
export const CALLBACK_MESSAGES = {
  title: 'Your wallet',
  working: 'Signing in…',
  done: 'You can close this window.',
  failed: 'This login could not be completed. Close this window and start again.',
} as const
