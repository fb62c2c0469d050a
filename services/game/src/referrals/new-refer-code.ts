import { randomBytes } from 'node:crypto'

/** Digits and lower-case letters without easily confused ones: 32, so 5 bits each. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

const LENGTH = 10

/** Generates an invitation code: 50 random bits, unrelated to the account and not guessable. */
export function newReferCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
