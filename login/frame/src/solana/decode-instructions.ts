import { decodeSystem, SYSTEM_PROGRAM } from './decode-system.ts'
import {
  decodeToken,
  decodeTokenAccount,
  TOKEN_ACCOUNT_PROGRAM,
  TOKEN_PROGRAMS,
} from './decode-token.ts'
import type { Instruction, RawInstruction } from './instruction.ts'
import { readU32, readU64 } from './read-integers.ts'
import type { TransactionMessage } from './read-message.ts'

const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const COMPUTE_PROGRAM = 'ComputeBudget111111111111111111111111111111'
const COMPUTE_LIMIT = 2
const COMPUTE_PRICE = 3

/** Decodes the instructions of a message that was checked (see `checkMessage`). */
export function decodeInstructions({
  accounts,
  instructions,
}: TransactionMessage): readonly Instruction[] {
  return instructions.map(({ program, accounts: used, data }) => {
    const raw: RawInstruction = {
      program: accounts[program] ?? '',
      // The positions after the message's own accounts are those of lookup tables.
      accounts: used.map((index) => accounts[index] ?? null),
      data,
    }
    return decodeKnown(raw) ?? { kind: 'unknown', ...raw }
  })
}

function decodeKnown(instruction: RawInstruction): Instruction | undefined {
  const { program, data } = instruction
  if (program === SYSTEM_PROGRAM) return decodeSystem(instruction)
  if (TOKEN_PROGRAMS.has(program)) return decodeToken(instruction)
  if (program === TOKEN_ACCOUNT_PROGRAM) return decodeTokenAccount(instruction)
  if (program === COMPUTE_PROGRAM) return decodeCompute(data)
  return program === MEMO_PROGRAM ? decodeMemo(data) : undefined
}

/** Asking for more memory or loading less data costs nothing that the limit of units does not say. */
function decodeCompute(data: Uint8Array): Instruction {
  const [kind] = data
  if (kind === COMPUTE_LIMIT && data.length === 5) {
    return { kind: 'compute-limit', units: readU32(data, 1) }
  }
  return kind === COMPUTE_PRICE && data.length === 9
    ? { kind: 'compute-price', microLamports: readU64(data, 1) }
    : { kind: 'compute-other' }
}

function decodeMemo(data: Uint8Array): Instruction | undefined {
  try {
    return { kind: 'memo', text: new TextDecoder('utf-8', { fatal: true }).decode(data) }
  } catch {
    return undefined
  }
}
