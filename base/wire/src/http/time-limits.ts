/**
 * Time limits of a request along its way, in milliseconds. They shrink inwards, so that each layer can still
 * report the failure of the next one. Only the page retries (R-RPC-4, see retry-policy.ts):
 * retries of several layers would multiply.
 */
export const TIME_LIMITS = {
  /** The page waits for a response (R-RPC-3). */
  page: 10_000,
  /** The game service waits for the wallet service. */
  proxy: 9_000,
  /** The wallet service handles a request. */
  service: 8_000,
  /** The wallet service waits for one node or explorer. The rest is left for a second node. */
  node: 5_000,
} as const
