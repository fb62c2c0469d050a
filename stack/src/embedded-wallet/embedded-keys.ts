import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'

/** Keys of the embedded wallet's services on a local chain. On public chains the operator sets them. */
export const EmbeddedKeys = z.object({
  /** Key-encryption keys, each as `id=base64`. */
  custodyKek: z.string(),
  vaultKek: z.string(),
  /** Signs login assertions: an Ed25519 key, PKCS #8 DER in base64. */
  assertionKey: z.string(),
  /** Signs the core's receipts: another such key. */
  receiptKey: z._default(z.string(), newSigningKey),
})
/** @see EmbeddedKeys */
export type EmbeddedKeys = z.infer<typeof EmbeddedKeys>

/** Generates the keys of a new installation. */
export function newEmbeddedKeys(): EmbeddedKeys {
  return {
    custodyKek: newKek('local'),
    vaultKek: newKek('local'),
    assertionKey: newSigningKey(),
    receiptKey: newSigningKey(),
  }
}

/** Returns the public half of a signing key, SPKI DER in base64. */
export function publicKeyOf(signingKey: string): string {
  const key = Buffer.from(signingKey, 'base64')
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64')
}

/** Generates a key that signs statements of one service for another. */
export function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
}

/** Generates a key-encryption key. */
export function newKek(id: string): string {
  return `${id}=${randomBytes(32).toString('base64')}`
}
