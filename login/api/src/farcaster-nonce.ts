import { bytesField } from './byte-fields.ts'

/** Random bytes that a device chooses for one login with Farcaster. */
export const FarcasterSalt = bytesField(32)

/**
 * Returns the nonce of a device's login with Farcaster. Both servers derive it themselves, so that a message that was signed
 * for one device opens nothing on another. Letters and digits only (EIP-4361).
 */
export async function farcasterNonce(deviceId: string, salt: string): Promise<string> {
  const text = new TextEncoder().encode(`bullring farcaster login|${deviceId}|${salt}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
