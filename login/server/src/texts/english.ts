/** Texts that mails and pages of both services have. */
export const COMMON_ENGLISH = {
  common: {
    newEmail: 'New email',
    device: 'Device',
    app: 'App',
    ip: 'IP address',
    time: 'Time',
    expired: 'Link expired',
    close: 'You can close this page.',
    expected: 'If this was you, there is nothing to do.',
    notMe: 'This was not me',
  },
} as const
