import { KeyMismatchError } from '#frame-errors.ts'
import { readEntropy, type Secret } from './secret.ts'
import { combineShares, type Share } from './shares.ts'
import { deriveWalletKeys, type WalletAddresses, type WalletKeys } from './wallet-keys.ts'

/**
 * Combines two shares and calls `use` with the secret and its keys. All buffers, the shares included, are
 * zeroed afterwards.
 *
 * @throws {KeyMismatchError} when the shares do not form the wallet `expected`.
 */
export async function openKeys<result>(
  shares: readonly [Share, Share],
  expected: WalletAddresses,
  use: (keys: WalletKeys, secret: Secret) => Promise<result> | result,
): Promise<result> {
  const secret = await combineShares(...shares)
  let keys: WalletKeys | undefined
  try {
    keys = await deriveWalletKeys(await readEntropy(secret))
    if (keys.evm !== expected.evm || keys.solana !== expected.solana) throw new KeyMismatchError()
    return await use(keys, secret)
  } finally {
    keys?.wipe()
    secret.fill(0)
    for (const share of shares) share.fill(0)
  }
}
