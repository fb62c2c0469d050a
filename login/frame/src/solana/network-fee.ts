import type { Instruction } from './instruction.ts'

/** Lamports per signature. */
const SIGNATURE_FEE = 5_000n
/** Compute units of an instruction, and of a whole transaction at most. */
const INSTRUCTION_UNITS = 200_000n
const MAX_UNITS = 1_400_000n
const MICRO = 1_000_000n

/** Returns the highest fee of a transaction, in lamports: for its signatures, and for its priority. */
export function networkFee(signerCount: number, instructions: readonly Instruction[]): bigint {
  let price = 0n
  let units = INSTRUCTION_UNITS * BigInt(instructions.length)
  for (const instruction of instructions) {
    if (instruction.kind === 'compute-price') price = instruction.microLamports
    if (instruction.kind === 'compute-limit') units = BigInt(instruction.units)
  }
  if (units > MAX_UNITS) units = MAX_UNITS
  const priority = (price * units + MICRO - 1n) / MICRO
  return SIGNATURE_FEE * BigInt(signerCount) + priority
}
