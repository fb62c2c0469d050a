import type { MessageSubject } from '#approval/approval-request.ts'
import { TransactionRefusedError } from '#frame-errors.ts'

/** First line of a sign-in message (EIP-4361), in which a scheme may precede the domain. */
const SIGN_IN = /^(?:https?:\/\/)?(\S{1,255}) wants you to sign in with your /

/** One hash in 2^89 looks like this. */
const UNLIKELY_HASH = /^[0-9a-z ]{32}$/

/** Reads the bytes of a message as the text they are, if they are one. */
export function readMessage(bytes: Uint8Array, raw: string): MessageSubject {
  const text = decodeText(bytes)
  return { kind: 'message', text, raw, signInDomain: SIGN_IN.exec(text ?? '')?.[1] ?? null }
}

/**
 * Refuses a bare hash: a Safe accepts it, signed by its owner as a message, as the signature of a transaction with that
 * hash, and the view could not say of which. Most texts of 32 bytes are refused as well: a hash that is valid text can be
 * found by trying transactions.
 *
 * @throws {TransactionRefusedError}
 */
export function refuseBareHash({ text }: MessageSubject, bytes: Uint8Array): void {
  if (bytes.length !== 32 || UNLIKELY_HASH.test(text ?? '')) return
  throw new TransactionRefusedError('It could be a transaction of the smart account.')
}

function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    // Control characters: a hash happens to be valid UTF-8, or the text hides something.
    return /(?![\t\n\r])\p{Cc}/u.test(text) ? null : text
  } catch {
    return null
  }
}
