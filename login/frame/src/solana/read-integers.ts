/** Integers of Solana's programs are little-endian. */
export function readU32(bytes: Uint8Array, offset: number): number {
  return viewOf(bytes).getUint32(offset, true)
}

/** @see readU32 */
export function readU64(bytes: Uint8Array, offset: number): bigint {
  return viewOf(bytes).getBigUint64(offset, true)
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
