import type { MessageSubject } from '../request.ts'

/** First line of a sign-in message (EIP-4361), in which a scheme may precede the domain. */
const SIGN_IN = /^(?:https?:\/\/)?(\S{1,255}) wants you to sign in with your /

/** Reads the bytes of a message as the text they are, if they are one. */
export function readMessage(bytes: Uint8Array, raw: string): MessageSubject {
  const text = decodeText(bytes)
  return { kind: 'message', text, raw, signInDomain: SIGN_IN.exec(text ?? '')?.[1] ?? null }
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
