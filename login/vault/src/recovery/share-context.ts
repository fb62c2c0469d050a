/** Returns the context to which a stored share is bound: it opens for its wallet and account only. */
export function shareContext({
  walletId,
  accountId,
}: {
  walletId: string
  accountId: string
}): string {
  return `recovery_shares|${walletId}|${accountId}`
}
