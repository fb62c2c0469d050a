import { createHash } from 'node:crypto'
import { recoveryProof } from '@bullring/login-api/vault-api/passkeys'

/** Returns the hash by which the proof that a caller has a share is stored. */
export function hashProof(proof: Uint8Array): Buffer {
  return createHash('sha256').update(proof).digest()
}

/** Returns the {@link hashProof} of a share. */
export async function hashShareProof(walletId: string, share: Uint8Array): Promise<Buffer> {
  return hashProof(await recoveryProof(walletId, share))
}
