/** Calls that nodes answer by scanning or executing much more than one item. */
const EXPENSIVE_METHODS: ReadonlySet<unknown> = new Set([
  'eth_createAccessList',
  'eth_getBlockReceipts',
  'eth_getLogs',
  'eth_getProof',
  'eth_simulateV1',
])

/** What such a call counts against a caller's limit; providers charge about as much. */
const EXPENSIVE = 20

/** Returns what a call, as received, counts against its caller's limit. */
export function callCost(call: unknown): number {
  const isExpensive =
    typeof call === 'object' &&
    call !== null &&
    'method' in call &&
    EXPENSIVE_METHODS.has(call.method)
  return isExpensive ? EXPENSIVE : 1
}
