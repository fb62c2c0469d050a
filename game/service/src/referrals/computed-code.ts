import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import { toAddress, toBytes } from '@bullring/server/db/bytes'
import type { Address } from 'viem'

/** Digits and lower-case letters without easily confused ones: 32, so 5 bits each. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** A guessed code is valid with a probability of 1 in 2^40. */
const TAG_BYTES = 5
/** Tag and address: 25 bytes in 40 characters. */
const CODE = new RegExp(`^[${ALPHABET}]{40}$`)

/**
 * Returns the account's invitation code: the account encrypted by AES-256-CTR, whose initialization vector is a
 * truncated HMAC-SHA-256 of the account. The same account has the same code at every node, and no row.
 *
 * @param key - 64 bytes: one half for the HMAC, one for the cipher.
 */
export function computeCode(account: Address, key: Buffer): string {
  const bytes = toBytes(account)
  const tag = tagOf(bytes, key)
  return toText(Buffer.concat([tag, crypt(bytes, tag, key)]))
}

/** Returns the account whose computed code this is; null when it is none. */
export function decodeCode(code: string, key: Buffer): Address | null {
  if (!CODE.test(code)) return null
  const bytes = toBinary(code)
  const tag = bytes.subarray(0, TAG_BYTES)
  const account = crypt(bytes.subarray(TAG_BYTES), tag, key)
  return timingSafeEqual(tag, tagOf(account, key)) ? toAddress(account) : null
}

function tagOf(account: Buffer, key: Buffer): Buffer {
  const mac = createHmac('sha256', key.subarray(0, 32)).update(account).digest()
  return mac.subarray(0, TAG_BYTES)
}

/** Encrypts, and decrypts. */
function crypt(bytes: Buffer, tag: Buffer, key: Buffer): Buffer {
  const vector = Buffer.concat([tag], 16)
  return createCipheriv('aes-256-ctr', key.subarray(32), vector).update(bytes)
}

function toText(bytes: Buffer): string {
  const digits = BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(40, '0')
  return digits.replace(/./g, (digit) => ALPHABET[Number.parseInt(digit, 32)] ?? '')
}

function toBinary(code: string): Buffer {
  const value = [...code].reduce((sum, digit) => sum * 32n + BigInt(ALPHABET.indexOf(digit)), 0n)
  return Buffer.from(value.toString(16).padStart(50, '0'), 'hex')
}
