/** First line of a message that names no kind of chain. The asterisks are part of the text that is signed. */
const OPENING = / wants you to sign in with your \*\*blockchain\*\* account:\n/

/** Without a statement, EIP-4361 has one more empty line than these messages. */
const WITHOUT_STATEMENT = /^(.*\n0x[0-9a-fA-F]{40}\n)\n(?=URI: )/

/**
 * Returns the EIP-4361 form of a message as wallet kits write it for their maker's cloud. The account signs the
 * message itself; rules are checked on this form, so that they are the same for both.
 */
export function toSiweText(message: string): string {
  return message
    .replace(OPENING, ' wants you to sign in with your Ethereum account:\n')
    .replace(WITHOUT_STATEMENT, '$1\n\n')
}
