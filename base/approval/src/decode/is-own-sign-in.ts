import type { MessageSubject } from '../request.ts'

/** A whole message of EIP-4361 (also CAIP-122, for accounts of Solana), with every field that a verifier reads. */
const SIGN_IN_MESSAGE =
  /^(?:https?:\/\/)?\S+ wants you to sign in with your [\w ]{1,40} account:\n\S+\n(?:\n[^\n]+\n)?\n*URI: \S+\nVersion: 1\nChain ID: \S+\nNonce: \w{8,}\nIssued At: \S+(?:\n(?:Expiration Time|Not Before|Request ID): [^\n]*)*(?:\nResources:(?:\n- \S+)*)?\n?$/

/** Returns whether the user signs in by a message to the site that asks for it. */
export function isOwnSignIn({ text, signInDomain }: MessageSubject, host: string): boolean {
  return text !== null && signInDomain === host && SIGN_IN_MESSAGE.test(text)
}
