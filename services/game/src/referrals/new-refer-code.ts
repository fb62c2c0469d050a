import { randomBytes } from 'node:crypto'

/** Digits and lower-case letters without those that are mistaken for one another: 32, so 5 bits each. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

const LENGTH = 10

/** A fresh invitation code: 50 random bits, which tell nothing of an account and cannot be guessed. */
export function newReferCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
