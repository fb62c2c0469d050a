import { toBase64Url } from '@bullring/login-api/base64url'
import { recoveryProof } from '@bullring/login-api/vault-api/passkeys'
import type { CustodyClient } from '#services/custody-client.ts'
import type { VaultClient } from '#services/vault-client.ts'

export type Services = { custody: CustodyClient; vault: VaultClient }

/** The session of the user whose wallet it is. `onAsk` is called before the browser asks for a passkey. */
export type OwnWallet = { token: string; walletId: string; onAsk?: (() => void) | undefined }

/**
 * Returns the proof that the user is the owner of a wallet: that one of its passkeys opens the vault's share. Null for a
 * wallet that needs none.
 *
 * @throws {PasskeyError}
 */
export async function proveOwner(
  { custody, vault }: Services,
  { token, walletId, onAsk }: OwnWallet,
): Promise<string | null> {
  const { receipt } = await custody.readSessionReceipt(token)
  const { isRequired, passkeys } = await vault.listPasskeys({ walletId, receipt })
  if (!isRequired) return null
  const { openWithPasskey } = await import('./open-with-passkey.ts')
  onAsk?.()
  const share = await openWithPasskey(walletId, passkeys)
  try {
    return toBase64Url(await recoveryProof(walletId, share))
  } finally {
    share.fill(0)
  }
}
