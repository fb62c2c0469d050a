import type { Arithmetic } from './evaluate.ts'

/** A condition of the contract does not hold. */
export class RevertError extends Error {
  override readonly name = 'RevertError'
}

const OPERATIONS: Record<string, (left: bigint, right: bigint) => bigint | boolean> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '&&': (left, right) => left !== 0n && right !== 0n,
  '||': (left, right) => left !== 0n || right !== 0n,
}

/** Integers without a limit, truth as 1 and 0. */
export const integers: Arithmetic<bigint> = {
  literal: (value) => value,
  apply(operator, [left = 0n, right = 0n]) {
    if (operator === '!') return left === 0n ? 1n : 0n
    const operation = OPERATIONS[operator]
    if (operation === undefined) throw new Error(`Not supported by the proofs: ${operator}`)
    return BigInt(operation(left, right))
  },
  choose: (condition, whenTrue, whenFalse) => (condition === 0n ? whenFalse() : whenTrue()),
  require(condition) {
    if (condition === 0n) throw new RevertError('The contract reverts.')
  },
}
