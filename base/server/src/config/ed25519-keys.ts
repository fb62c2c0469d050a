import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import * as z from 'zod'

/** Key with which a service signs statements for another: Ed25519, PKCS #8 DER in base64. */
export const SigningKey = keyField(
  (key) => createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
  'must be an Ed25519 private key in PKCS #8, DER in base64',
)

/** Public half of a {@link SigningKey}: SPKI DER in base64. */
export const VerifyingKey = keyField(
  (key) => createPublicKey({ key, format: 'der', type: 'spki' }),
  'must be an Ed25519 public key, SPKI DER in base64',
)

function keyField(read: (der: Buffer) => KeyObject, problem: string) {
  return z.string('is missing').transform((text, context) => {
    try {
      const key = read(Buffer.from(text, 'base64'))
      if (key.asymmetricKeyType === 'ed25519') return key
    } catch {
      // Reported below.
    }
    context.addIssue(problem)
    return z.NEVER
  })
}
