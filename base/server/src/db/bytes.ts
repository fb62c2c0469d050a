import type { Address, Hex } from 'viem'
import { getAddress } from 'viem'

/** Converts hex text to the bytes of a `bytea` column. */
export function toBytes(hex: Hex): Buffer {
  return Buffer.from(hex.slice(2), 'hex')
}

/** Converts the bytes of a `bytea` column to hex text with 0x. */
export function toHex(bytes: Buffer): Hex {
  return `0x${bytes.toString('hex')}`
}

/** Converts the bytes of a `bytea` column to a checksummed address. */
export function toAddress(bytes: Buffer): Address {
  return getAddress(toHex(bytes))
}
