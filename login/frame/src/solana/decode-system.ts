import { base58 } from '@scure/base'
import type { Instruction, RawInstruction } from './instruction.ts'
import { readU32, readU64 } from './read-integers.ts'

/** The program that owns all plain accounts. */
export const SYSTEM_PROGRAM = '11111111111111111111111111111111'

/** Numbers of the program's instructions. */
const CREATE_ACCOUNT = 0
const ASSIGN = 1
const TRANSFER = 2
const ADVANCE_NONCE = 4

/** Decodes an instruction of the system program; `undefined` when the wallet does not know it. */
export function decodeSystem({ accounts, data }: RawInstruction): Instruction | undefined {
  const [first, second] = accounts
  if (first === undefined || data.length < 4) return undefined
  const kind = readU32(data, 0)
  if (kind === ASSIGN && data.length === 36) {
    return { kind: 'assignment', account: first, program: base58.encode(data.subarray(4)) }
  }
  if (kind === ADVANCE_NONCE && data.length === 4) return { kind: 'nonce', account: first }
  if (second === undefined) return undefined
  if (kind === TRANSFER && data.length === 12) {
    return { kind: 'transfer', from: first, to: second, lamports: readU64(data, 4) }
  }
  if (kind === CREATE_ACCOUNT && data.length === 52) {
    const program = base58.encode(data.subarray(20))
    return { kind: 'account', payer: first, account: second, program, lamports: readU64(data, 4) }
  }
  return undefined
}
