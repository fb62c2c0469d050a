import type { Address, Hex } from 'viem'
import { getAddress } from 'viem'

/** Hex text as the bytes that `bytea` columns hold. */
export function toBytes(hex: Hex): Buffer {
  return Buffer.from(hex.slice(2), 'hex')
}

/** Bytes of a `bytea` column as hex text with 0x. */
export function toHex(bytes: Buffer): Hex {
  return `0x${bytes.toString('hex')}`
}

/** Bytes of a `bytea` column as a checksummed address. */
export function toAddress(bytes: Buffer): Address {
  return getAddress(toHex(bytes))
}
