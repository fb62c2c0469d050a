import { toBase64Url } from '@bullring/login-api/base64url'
import { recoveryProof } from '@bullring/login-api/vault-api/passkeys'
import type { Share } from '#keys/shares.ts'
import { readVaultShare } from '#login/wallet-enrolment.ts'
import type { FrameServices } from '#sdk/frame-services.ts'
import { openWithPasskey } from './open-with-passkey.ts'
import { encryptShare } from './share-cipher.ts'
import { createPasskey, evaluatePasskey } from './use-passkey.ts'

type Services = Pick<FrameServices, 'vault' | 'device'>

/** Names of the user and of the device, for the lists of passkeys. */
type Names = { user: string; device: string }

/** Creates a passkey that opens the wallet, checks that it does, and makes new devices need one. */
export async function addPasskey(
  services: Services,
  walletId: string,
  names: Names,
): Promise<void> {
  const { vault } = services
  const { passkeys } = await vault.listPasskeys({ walletId })
  const share = await readVaultShare(services, walletId)
  try {
    const { credentialId, salt, output } = await createPasskey(names.user, passkeys)
    const evaluated = output ?? (await evaluatePasskey([{ credentialId, salt }])).output
    const encryptedShare = await encryptShare(evaluated, { walletId, credentialId }, share)
    await vault.putPasskey({
      walletId,
      proof: await proofOf(walletId, share),
      label: names.device,
      passkey: { credentialId, salt, encryptedShare },
    })
    await confirmPasskey(services, walletId, credentialId)
  } finally {
    share.fill(0)
  }
}

/**
 * Opens what the vault stored with the passkey, and only then has the plain share deleted. The vault checks that what was
 * opened is the share.
 */
export async function confirmPasskey(
  { vault }: Services,
  walletId: string,
  credentialId: string,
): Promise<void> {
  const { passkeys } = await vault.listPasskeys({ walletId })
  const stored = passkeys.filter((passkey) => passkey.credentialId === credentialId)
  const share = await openWithPasskey(walletId, stored)
  const proof = await proofOf(walletId, share)
  share.fill(0)
  await vault.requirePasskey({ walletId, credentialId, proof })
}

/** Removes a passkey. After the last one, the vault has the plain share again. */
export async function removePasskey(
  { vault }: Services,
  walletId: string,
  credentialId: string,
): Promise<void> {
  const { isRequired, passkeys } = await vault.listPasskeys({ walletId })
  if (!isRequired) {
    await vault.removePasskey({ walletId, credentialId, proof: null, share: null })
    return
  }
  // One that remains must open the wallet: it may never have been checked.
  const others = passkeys.filter((passkey) => passkey.credentialId !== credentialId)
  const share = await openWithPasskey(walletId, others.length > 0 ? others : passkeys)
  const proof = await proofOf(walletId, share)
  const restored = passkeys.length === 1 ? toBase64Url(share) : null
  share.fill(0)
  await vault.removePasskey({ walletId, credentialId, proof, share: restored })
}

async function proofOf(walletId: string, share: Share): Promise<string> {
  return toBase64Url(await recoveryProof(walletId, share))
}
