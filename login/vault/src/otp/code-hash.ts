import { createHmac } from 'node:crypto'
import type { OtpPurpose } from '@bullring/login-api/vault-api/otp'

/** Values that a code is bound to. */
export type CodeBinding = {
  deviceId: string
  email: string
  purpose: StoredPurpose
  /** The address that the mail names, for a change of address. */
  newEmail?: string
}

/** Purpose of a code: a login, or a step of changing the address. */
export type StoredPurpose = OtpPurpose | 'update-primary' | 'update-secondary'

/**
 * Hashes a code. Six digits are soon tried out, so the hash takes a key that is not in the database.
 *
 * @param salt - Random bytes of this code.
 */
export function hashCode(
  key: Buffer,
  salt: Buffer,
  { deviceId, email, purpose, newEmail }: CodeBinding,
  code: string,
): Buffer {
  const text = [deviceId, email, purpose, ...(newEmail === undefined ? [] : [newEmail]), code].join(
    '\n',
  )
  return createHmac('sha256', key).update(salt).update(text).digest()
}
