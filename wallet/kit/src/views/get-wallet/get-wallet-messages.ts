export const GET_WALLET_MESSAGES = {
  exploreAll: 'Explore all',
  none: 'Search the web for a wallet that supports this network, install it, and come back.',
} as const
