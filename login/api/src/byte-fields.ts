import * as z from 'zod/mini'

/** Bytes in base64url without padding (RFC 7515, section 2). */
export function bytesField(length: number) {
  const characters = Math.ceil((length * 4) / 3)
  return z
    .string()
    .check(
      z.regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`), `not ${length} bytes in base64url`),
    )
}

/** The thumbprint of a device's public key (RFC 7638, SHA-256): its id. */
export const DeviceId = bytesField(32)

/** Public half of a device's P-256 key. */
export const P256PublicKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: bytesField(32),
  y: bytesField(32),
})
export type P256PublicKey = z.infer<typeof P256PublicKey>
