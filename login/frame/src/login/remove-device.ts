import { type OwnWallet, proveOwner, type Services } from '#passkey/prove-owner.ts'

/**
 * Removes another device of the user, after a passkey where the wallet needs one: the vault asserts it to the core, which
 * knows of no passkeys.
 *
 * @throws {PasskeyError}
 */
export async function removeDevice(
  services: Services,
  own: OwnWallet,
  deviceId: string,
): Promise<void> {
  const { custody, vault } = services
  const { token, walletId } = own
  const proof = await proveOwner(services, own)
  // It is for a minute, and the user may have looked for the passkey.
  const { receipt } = await custody.readSessionReceipt(token)
  const { assertion } = await vault.proveOwner({ walletId, proof, receipt })
  await custody.revokeDevice({ deviceId, assertion }, token)
}
