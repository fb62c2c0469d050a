/** EIP-1193 "user rejected", and 5000, the same in WalletConnect (spec, section 8). */
const REJECTION_CODES: ReadonlySet<unknown> = new Set([4001, 5000, 'ACTION_REJECTED'])

/** True when the visitor declined in the wallet, however deep the wallet's error is wrapped. */
export function isRejection(error: unknown): boolean {
  const seen = new Set<unknown>()
  let current = error
  while (typeof current === 'object' && current !== null && !seen.has(current)) {
    if ('code' in current && REJECTION_CODES.has(current.code)) return true
    seen.add(current)
    current = 'cause' in current ? current.cause : undefined
  }
  return false
}
