/** Limits on visitors of the wallet service, besides that of requests. */
export type WalletLimits = {
  /** JSON-RPC calls per IP address; each call of a batch counts, expensive ones more than once. */
  rpcCallsPerMinute: number
  /** Quotes, allowances, transactions of swaps and forced balances per IP address: each reads the chain. */
  swapRequestsPerMinute: number
  /** Calls to the nodes of one chain, for all callers together. */
  upstreamCallsPerMinute: number
  /** New names from one IP address. */
  namesPerDayAndIp: number
}

export const LIMITS: WalletLimits = {
  // A busy page makes a few calls a second, and visitors of one office share an address.
  rpcCallsPerMinute: 12_000,
  swapRequestsPerMinute: 300,
  // 500 a second: a node of an operator, or the largest common plan.
  upstreamCallsPerMinute: 30_000,
  // A name costs nothing: one address must not take the good ones.
  namesPerDayAndIp: 10,
}

/** All players of a local game share one address. */
export const LOCAL_LIMITS: WalletLimits = { ...LIMITS, namesPerDayAndIp: 1_000 }
