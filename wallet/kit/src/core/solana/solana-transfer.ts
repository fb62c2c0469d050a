import { base58 } from '@scure/base'

export const SOL_DECIMALS = 9

/** Fee of a transfer, which has one signature, in lamports. */
export const SIGNATURE_FEE = 5_000n

const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
/** The system program, whose address is all zeros. */
const SYSTEM_PROGRAM = new Uint8Array(KEY_BYTES)
const TRANSFER = 2

export type SolanaTransfer = { from: string; to: string; lamports: bigint; blockhash: string }

/** Returns whether a text is an address: 32 bytes in base58. */
export function isSolanaAddress(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && readKey(text) !== null
}

/** Builds the unsigned transaction of a transfer, in base58. */
export function buildTransfer({ from, to, lamports, blockhash }: SolanaTransfer): string {
  const data = new Uint8Array(12)
  const view = new DataView(data.buffer)
  view.setUint32(0, TRANSFER, true)
  view.setBigUint64(4, lamports, true)
  return base58.encode(
    Uint8Array.from([
      // One signature, to be filled in.
      ...[1, ...new Uint8Array(SIGNATURE_BYTES)],
      // One signer, which is writable. The program is read-only.
      ...[1, 0, 1],
      ...[3, ...keyOf(from), ...keyOf(to), ...SYSTEM_PROGRAM],
      ...keyOf(blockhash),
      // One instruction of the third account, with the first two.
      ...[1, 2, 2, 0, 1],
      ...[data.length, ...data],
    ]),
  )
}

function keyOf(text: string): Uint8Array {
  const key = readKey(text)
  if (key === null) throw new Error('The address is not valid')
  return key
}

function readKey(text: string): Uint8Array | null {
  try {
    const key = base58.decode(text)
    return key.length === KEY_BYTES ? key : null
  } catch {
    return null
  }
}
