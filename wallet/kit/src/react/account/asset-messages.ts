export const ASSET_MESSAGES = {
  unavailable: 'Token Balance Unavailable',
  retry: 'Try again',
  buy: 'Buy',
} as const
