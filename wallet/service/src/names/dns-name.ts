import { fromHex, type Hex, hexToBytes } from 'viem'

/** Decodes a DNS-encoded name (RFC 1035, section 3.1), as ENSIP-10 passes it. Returns null for an invalid one. */
export function decodeDnsName(encoded: Hex): string | null {
  const bytes = hexToBytes(encoded)
  const labels: string[] = []
  let at = 0
  for (;;) {
    const length = bytes[at]
    if (length === undefined || at + length >= bytes.length) return null
    if (length === 0) return at === bytes.length - 1 ? labels.join('.') : null
    const label = bytes.slice(at + 1, at + 1 + length)
    labels.push(fromHex(`0x${Buffer.from(label).toString('hex')}`, 'string'))
    at += length + 1
  }
}
