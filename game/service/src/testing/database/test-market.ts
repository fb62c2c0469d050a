/** A market that no chain has, for indexes of chains in memory. */
export const TEST_MARKET = {
  kind: 'bullring',
  chainId: 1,
  prediction: '0x00000000000000000000000000000000000000aa',
  startBlock: 0,
  maxPayoutMultiple: 0,
} as const
