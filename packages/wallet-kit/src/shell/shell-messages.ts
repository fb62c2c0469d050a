export const SHELL_MESSAGES = {
  back: 'Back',
  close: 'Close',
  help: 'What is a wallet?',
  dismiss: 'Dismiss',
  failed: 'This part could not be loaded.',
  retry: 'Try again',
} as const
