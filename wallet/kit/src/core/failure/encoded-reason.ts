/** Selector of Solidity's `Error(string)`, then the offset and the length of the text. */
const ENCODED = /^0x08c379a0[\da-f]{128}/i
const LENGTH_START = 74
const TEXT_START = 138

/** True for the return data of a failed `require` with a text. */
export function isEncodedReason(data: unknown): data is string {
  return typeof data === 'string' && ENCODED.test(data)
}

/** Decodes that text. A small decoder: this file is in the page that has not loaded viem's ABI code yet. */
export function decodeReason(data: string): string {
  const length = Number.parseInt(data.slice(LENGTH_START, TEXT_START), 16)
  const digits = data.slice(TEXT_START, TEXT_START + length * 2).match(/../g) ?? []
  const bytes = Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16))
  return new TextDecoder().decode(bytes)
}
