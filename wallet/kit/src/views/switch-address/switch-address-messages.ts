export const SWITCH_ADDRESS_MESSAGES = {
  hint: 'Your wallet shares these accounts with this app.',
  oneOnly: 'Your wallet shares one account only. Select more in your wallet.',
} as const
