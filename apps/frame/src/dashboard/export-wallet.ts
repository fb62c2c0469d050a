import { openKeys } from '#keys/open-keys.ts'
import { readEntropy } from '#keys/secret.ts'
import { toRecoveryPhrase } from '#keys/wallet-keys.ts'
import { readRecoveryShares } from '#login/wallet-enrolment.ts'
import type { FrameServices } from '#sdk/frame-services.ts'

/** What other wallets import. */
export type ExportedKey = { words: readonly string[] }

/** Exchanges a fresh code for the recovery phrase. Both services check the code and notify the owner. */
export async function exportWallet(
  services: FrameServices,
  email: string,
  otp: string,
): Promise<ExportedKey> {
  const login = await services.vault.verifyOtp({ email, purpose: 'export', otp })
  const { token, wallet } = await services.session.open(login)
  const shares = await readRecoveryShares(services, token, wallet.id)
  return openKeys(shares, wallet, async (_keys, secret) => ({
    words: toRecoveryPhrase(await readEntropy(secret)).split(' '),
  }))
}
