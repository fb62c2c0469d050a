import type { Hex } from 'viem'
import { hexToBytes, keccak256 } from 'viem'

const BLOOM_BYTES = 256

/**
 * Returns whether a block's bloom filter may contain `value`, an address or a topic; false is certain.
 * Three of 2,048 bits are set, given by the first three 16-bit words of the value's hash (Ethereum
 * Yellow Paper, section 4.3.1).
 */
export function isInBloom(bloom: Hex, value: Hex): boolean {
  const bytes = hexToBytes(bloom)
  const hash = keccak256(value, 'bytes')
  return [0, 2, 4].every((offset) => {
    const bit = (((hash[offset] ?? 0) << 8) | (hash[offset + 1] ?? 0)) % (BLOOM_BYTES * 8)
    const byte = bytes[BLOOM_BYTES - 1 - Math.floor(bit / 8)] ?? 0
    return (byte & (1 << (bit % 8))) !== 0
  })
}
