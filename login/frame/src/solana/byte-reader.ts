import { InvalidRequestError } from '@bullring/approval/errors'

/** A count takes three bytes at most, of seven bits each but the last one with two. */
const COUNT_BYTES = 3
const COUNT_MAX = 0xffff

/** Reads the wire format of Solana from its beginning. */
export type ByteReader = {
  offset: () => number
  isAtEnd: () => boolean
  /** Returns the next `length` bytes, a view of the same memory. */
  bytes: (length: number) => Uint8Array
  byte: () => number
  /** Returns the next count (`compact-u16`). */
  count: () => number
}

/** Creates a {@link ByteReader}. Its functions throw `InvalidRequestError` when the bytes end too early. */
export function createByteReader(bytes: Uint8Array): ByteReader {
  let offset = 0

  function take(length: number): Uint8Array {
    if (offset + length > bytes.length) {
      throw new InvalidRequestError('The transaction is not complete.')
    }
    offset += length
    return bytes.subarray(offset - length, offset)
  }

  const byte = () => take(1)[0] ?? 0
  return {
    offset: () => offset,
    isAtEnd: () => offset === bytes.length,
    bytes: take,
    byte,
    count: () => {
      let count = 0
      for (let index = 0; index < COUNT_BYTES; index += 1) {
        const next = byte()
        count += (next & 0x7f) << (7 * index)
        const isAlias = index > 0 && next === 0
        if (isAlias || count > COUNT_MAX) break
        if (next < 0x80) return count
      }
      throw new InvalidRequestError('The transaction is not valid.')
    },
  }
}
