/** HTTP statuses after which the same request may succeed (R-RPC-5). The only such list: servers and pages share it. */
export const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([
  403, 408, 413, 429, 500, 502, 503, 504,
])
