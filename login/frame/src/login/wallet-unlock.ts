import { fromBase64Url, toBase64Url } from '@bullring/login-api/base64url'
import type { CustodyWallet } from '@bullring/login-api/custody-api/session'
import type { DeviceShares } from '#device/device-shares.ts'
import { KeyMismatchError } from '#frame-errors.ts'
import type { WalletKeys } from '#keys/wallet-keys.ts'
import type { CustodyClient } from '#services/custody-client.ts'

export type UnlockRequest = {
  token: string
  wallet: CustodyWallet
  /** Purpose of the key, which custody logs: the method, and a hash of the params. */
  purpose: { method: string; params: unknown }
}

/**
 * Combines this device's share with the core's, and calls `use` with the keys; they exist only until it ends.
 *
 * @throws {KeyMismatchError} when the two shares do not form the wallet's key.
 */
export async function openWalletKeys<result>(
  { custody, shares }: { custody: CustodyClient; shares: DeviceShares },
  { token, wallet, purpose }: UnlockRequest,
  use: (keys: WalletKeys) => Promise<result> | result,
): Promise<result> {
  const stored = await shares.read(wallet.id)
  if (stored === undefined) throw new KeyMismatchError()
  const [{ openKeys }, { share }] = await Promise.all([
    import('#keys/open-keys.ts'),
    custody.readAuthShare(
      { walletId: wallet.id, method: purpose.method, digest: await digestOf(purpose.params) },
      token,
    ),
  ])
  try {
    return await openKeys([stored.share, fromBase64Url(share)], wallet, use)
  } catch (error) {
    // Two pages of this browser may have enrolled it at the same time, each replacing the other one's half.
    if (error instanceof KeyMismatchError) await shares.doubt(wallet.id)
    throw error
  }
}

async function digestOf(params: unknown): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(params ?? null, bigintAsText))
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', text)))
}

/** Apps may send bigints, which JSON lacks. */
function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
