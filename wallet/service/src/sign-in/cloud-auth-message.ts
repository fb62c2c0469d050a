/** First line of a message, which names the network. In older kits it names `**blockchain**`, with the asterisks. */
const OPENING = /^(\S+ wants you to sign in with your )[^\n]{1,100} account:\n/

/** Without a statement, EIP-4361 has one more empty line than these messages. */
const WITHOUT_STATEMENT = /^(.*\n0x[0-9a-fA-F]{40}\n)\n(?=URI: )/

/** AppKit names the chain by its CAIP-2 id from version 1.7.17 on. */
const CAIP_CHAIN = /^Chain ID: eip155:(?=\d+$)/m

/**
 * Returns the EIP-4361 form of a message as wallet kits write it for their maker's cloud. The account signs the
 * message itself. Rules are checked on this form, so that they are the same for both.
 */
export function toSiweText(message: string): string {
  return message
    .replace(OPENING, '$1Ethereum account:\n')
    .replace(WITHOUT_STATEMENT, '$1\n\n')
    .replace(CAIP_CHAIN, 'Chain ID: ')
}
