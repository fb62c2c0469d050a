import { combine, split } from 'shamir-secret-sharing'
import { KeyMismatchError } from '#frame-errors.ts'
import type { Secret } from './secret.ts'

/** One half of a secret; useless alone. */
export type Share = Uint8Array<ArrayBuffer>

/** Splits a secret into two shares that are both needed. Each call yields another, unrelated pair. */
export async function splitSecret(secret: Secret): Promise<readonly [Share, Share]> {
  const [first, second] = await split(secret, 2, 2)
  if (first === undefined || second === undefined) throw new KeyMismatchError()
  return [new Uint8Array(first), new Uint8Array(second)]
}

/** Combines two shares. Shares of different pairs yield bytes that fail the checksum. */
export async function combineShares(first: Share, second: Share): Promise<Secret> {
  try {
    return new Uint8Array(await combine([first, second]))
  } catch {
    // The shares have different lengths, or are the same.
    throw new KeyMismatchError()
  }
}
