import { sha256 } from './sha256.ts'

/**
 * Returns the nonce of an OpenID Connect login. It commits to the device: an ID token for the login of one device is of
 * no use on another, not even to the vault, which receives it first.
 *
 * @param salt - 32 random bytes in base64url, different for each login.
 */
export function loginNonce(deviceId: string, salt: string): Promise<string> {
  return sha256(`bullring login nonce 1\n${deviceId}\n${salt}`)
}
