/** HTTP statuses after which the same request may succeed (R-RPC-5). Shared by services and pages. */
export const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([
  403, 408, 413, 429, 500, 502, 503, 504,
])
