import { createHmac, timingSafeEqual } from 'node:crypto'
import { InvalidWebhookError } from './errors.ts'

/** HMAC-SHA256 of `text` in lower-case hex. */
export function hmacHex(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

/**
 * Compares signatures in constant time.
 *
 * @throws {InvalidWebhookError} when they differ.
 */
export function checkSignature(expected: string, given: string | undefined): void {
  const bytes = Buffer.from(given ?? '')
  const wanted = Buffer.from(expected)
  if (bytes.length !== wanted.length || !timingSafeEqual(bytes, wanted)) {
    throw new InvalidWebhookError()
  }
}
