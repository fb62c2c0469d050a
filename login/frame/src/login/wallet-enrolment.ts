import { fromBase64Url, toBase64Url } from '@bullring/login-api/base64url'
import type { CustodySession, CustodyWallet } from '@bullring/login-api/custody-api/session'
import { walletProofText } from '@bullring/login-api/custody-api/wallet'
import { devicePublicKey } from '@bullring/login-api/device-signature'
import { openSealed } from '@bullring/login-api/sealed-bytes'
import { recoveryContext } from '@bullring/login-api/vault-api/recovery'
import type { Device } from '#device/device.ts'
import type { DeviceShares } from '#device/device-shares.ts'
import { KeyMismatchError } from '#frame-errors.ts'
import { openKeys } from '#keys/open-keys.ts'
import { createSecret, readEntropy } from '#keys/secret.ts'
import { type Share, splitSecret } from '#keys/shares.ts'
import { signMessage } from '#keys/sign-evm.ts'
import { deriveWalletKeys } from '#keys/wallet-keys.ts'
import type { CustodyClient } from '#services/custody-client.ts'
import type { VaultClient } from '#services/vault-client.ts'
import { finishEmailChange } from './finish-email-change.ts'

export type EnrolmentDeps = {
  custody: CustodyClient
  vault: VaultClient
  device: Device
  shares: DeviceShares
  /** Whether a new wallet starts with its smart account. */
  startsSmart: () => boolean
}

type SignedIn = { token: string; session: CustodySession }

/**
 * Creates the wallet of a user who has none. Vault stores its recovery share first: once the core has a
 * wallet, it can be recovered. A crash before that leaves a share without a wallet, which harms nothing.
 */
export async function createWallet(
  { custody, vault, device, shares, startsSmart }: EnrolmentDeps,
  { token, session }: SignedIn,
): Promise<void> {
  const walletId = crypto.randomUUID()
  const secret = await createSecret()
  const keys = await deriveWalletKeys(await readEntropy(secret))
  try {
    const [recoveryShare, vaultShare] = await splitSecret(secret)
    const [deviceShare, authShare] = await splitSecret(secret)
    const { receipt } = await custody.readEmailReceipt(token, walletId)
    await vault.putRecoveryShare({ walletId, share: toBase64Url(vaultShare), receipt })
    await shares.write(walletId, deviceShare)
    const proof = signMessage(walletProofText(walletId, session.user.id, device.id), keys.evmKey)
    await custody.createWallet(
      {
        walletId,
        evm: keys.evm,
        solana: keys.solana,
        authShare: toBase64Url(authShare),
        recoveryShare: toBase64Url(recoveryShare),
        proof,
        prefersSmart: startsSmart(),
      },
      token,
    )
    await shares.confirm(walletId)
    for (const share of [recoveryShare, vaultShare, deviceShare, authShare]) share.fill(0)
  } finally {
    keys.wipe()
    secret.fill(0)
  }
}

/**
 * Gives this device separate shares for an existing wallet, from the two recovery shares. Both services
 * require a fresh login on this device.
 */
export async function enrolDevice(
  deps: EnrolmentDeps,
  token: string,
  wallet: CustodyWallet,
): Promise<void> {
  const { custody, shares } = deps
  const recovery = await readRecoveryShares(deps, token, wallet.id)
  await openKeys(recovery, wallet, async (_keys, secret) => {
    const [deviceShare, authShare] = await splitSecret(secret)
    await shares.write(wallet.id, deviceShare)
    await custody.storeAuthShare({ walletId: wallet.id, share: toBase64Url(authShare) }, token)
    await shares.confirm(wallet.id)
    deviceShare.fill(0)
    authShare.fill(0)
  })
}

/** Returns both recovery shares: RA from the core, RV from the vault. */
export async function readRecoveryShares(deps: EnrolmentDeps, token: string, walletId: string) {
  // The address was perhaps changed or given back, and the vault does not know yet.
  await finishEmailChange(deps, token)
  const [auth, vaultShare] = await Promise.all([
    deps.custody.readRecoveryShare(token),
    readVaultShare(deps, walletId),
  ])
  if (auth.walletId !== walletId) throw new KeyMismatchError()
  return [fromBase64Url(auth.share), vaultShare] as const
}

/** Returns RV: the vault seals it to this device, or only a passkey opens it. */
export async function readVaultShare(
  { vault, device }: Pick<EnrolmentDeps, 'vault' | 'device'>,
  walletId: string,
): Promise<Share> {
  const ecdhKey = await devicePublicKey(device.ecdh)
  const { sealed, passkeys } = await vault.releaseRecoveryShare({ walletId, ecdhKey })
  if (sealed !== null) {
    return await openSealed(sealed, device.ecdh.privateKey, recoveryContext(walletId, device.id))
  }
  const { openWithPasskey } = await import('#passkey/open-with-passkey.ts')
  return await openWithPasskey(walletId, passkeys)
}
