export const COPY_MESSAGES = { failed: 'Failed to copy' } as const
