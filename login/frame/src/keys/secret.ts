import { KeyMismatchError } from '#frame-errors.ts'

/** Entropy of a 12-word recovery phrase. */
const ENTROPY_BYTES = 16
/** The sharing library does not notice wrong shares: the checksum does. */
const CHECKSUM_BYTES = 4

/** Secret that is split into shares: entropy and its checksum. */
export type Secret = Uint8Array<ArrayBuffer>

/** Generates the secret of a new wallet. */
export async function createSecret(): Promise<Secret> {
  const entropy = crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES))
  const secret = new Uint8Array(ENTROPY_BYTES + CHECKSUM_BYTES)
  secret.set(entropy)
  secret.set(await checksumOf(entropy), ENTROPY_BYTES)
  entropy.fill(0)
  return secret
}

/**
 * Returns the entropy in `secret`, a view of the same memory.
 *
 * @throws {KeyMismatchError} when the checksum is wrong: the shares are not of one set.
 */
export async function readEntropy(secret: Secret): Promise<Uint8Array<ArrayBuffer>> {
  const entropy = secret.subarray(0, ENTROPY_BYTES)
  const checksum = secret.subarray(ENTROPY_BYTES)
  const expected = await checksumOf(entropy)
  const isSame =
    checksum.length === CHECKSUM_BYTES && expected.every((byte, index) => byte === checksum[index])
  if (!isSame) throw new KeyMismatchError()
  return entropy
}

async function checksumOf(entropy: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const digest = await crypto.subtle.digest('SHA-256', entropy)
  return new Uint8Array(digest, 0, CHECKSUM_BYTES)
}
