import { getAddress } from 'viem'
import { createSiweMessage, parseSiweMessage, type SiweMessage } from 'viem/siwe'

/**
 * Parses an EIP-4361 message and formats it again: the texts must be equal, or the user signed something else than
 * what was parsed, e.g. a second domain or unparsed lines. Only times may be written differently.
 *
 * @throws {Error} when the text is not exactly such a message.
 */
export function parseSiweExactly(text: string): SiweMessage {
  const message = parseSiweMessage(text) as SiweMessage
  const rewritten = createSiweMessage({ ...message, address: getAddress(message.address) })
  if (withPlainTimes(rewritten) !== withPlainTimes(withoutEmptyStatement(text))) {
    throw new TypeError('The text has more or other lines than an EIP-4361 message')
  }
  return message
}

/** EIP-4361 allows a statement without characters: one more empty line than without a statement. */
function withoutEmptyStatement(text: string): string {
  return text.replace(/^(.*\n0x[0-9a-fA-F]{40}\n\n\n)\n(?=URI: )/, '$1')
}

function withPlainTimes(text: string): string {
  return text.replace(
    /^((?:Issued At|Expiration Time|Not Before): )(.+)$/gm,
    (_, label: string, time: string) => label + new Date(time).toISOString(),
  )
}
