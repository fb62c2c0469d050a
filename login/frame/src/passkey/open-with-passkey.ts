import type { PasskeyShare } from '@bullring/login-api/vault-api/passkeys'
import { PasskeyError } from '#frame-errors.ts'
import type { Share } from '#keys/shares.ts'
import { decryptShare } from './share-cipher.ts'
import { evaluatePasskey } from './use-passkey.ts'

/**
 * Returns the recovery share that one of the passkeys opens.
 *
 * @throws {PasskeyError} when there are none, or another one was used.
 */
export async function openWithPasskey(
  walletId: string,
  passkeys: readonly PasskeyShare[],
): Promise<Share> {
  if (passkeys.length === 0) throw new PasskeyError('passkeyUnknown')
  const { credentialId, output } = await evaluatePasskey(passkeys)
  const used = passkeys.find((passkey) => passkey.credentialId === credentialId)
  if (used === undefined) throw new PasskeyError('passkeyUnknown')
  return await decryptShare(output, { walletId, credentialId }, used.encryptedShare)
}
