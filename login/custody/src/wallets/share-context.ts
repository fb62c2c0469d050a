/** Context of an encrypted auth share: its row. */
export function authShareContext(walletId: string, deviceId: string): string {
  return `auth_shares|${walletId}|${deviceId}`
}

/** Context of an encrypted recovery share: its row. */
export function recoveryShareContext(walletId: string): string {
  return `recovery_shares|${walletId}`
}
