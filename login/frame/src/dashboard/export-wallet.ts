import type { SessionOpenRequest } from '@bullring/login-api/custody-api/session'
import { openKeys } from '#keys/open-keys.ts'
import { readEntropy } from '#keys/secret.ts'
import { toRecoveryPhrase } from '#keys/wallet-keys.ts'
import { readRecoveryShares } from '#login/wallet-enrolment.ts'
import type { FrameServices } from '#sdk/frame-services.ts'
import { openSameWallet } from './fresh-login.tsx'

/** Secrets that other wallets import. */
export type ExportedKey = { words: readonly string[] }

/**
 * Exchanges a fresh login for the recovery phrase of a wallet. Both services check the login and notify the owner.
 *
 * @throws {OtherAccountError}
 */
export async function exportWallet(
  services: FrameServices,
  walletId: string,
  login: SessionOpenRequest,
): Promise<ExportedKey> {
  const { token, wallet } = await openSameWallet(services, walletId, login)
  const shares = await readRecoveryShares(services, token, wallet.id)
  return openKeys(shares, wallet, async (_keys, secret) => ({
    words: toRecoveryPhrase(await readEntropy(secret)).split(' '),
  }))
}
