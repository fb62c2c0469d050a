export const OPEN_WALLET_MESSAGES = { open: 'Open {name}' } as const
