export const SHELL_MESSAGES = {
  back: 'Back',
  close: 'Close',
  help: 'What is a wallet?',
  dismiss: 'Dismiss',
  failed: 'This view failed to load.',
  retry: 'Try again',
} as const
