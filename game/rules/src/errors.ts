import { BaseError } from '@bullring/errors/base-error'

/**
 * A negative amount: a programming error.
 *
 * @remedy Report it.
 */
export class NegativeAmountError extends BaseError {
  override readonly name = 'NegativeAmountError'
  readonly code = 'amount.negative'

  constructor(amount: bigint) {
    super(`An amount in wei cannot be negative: ${amount}.`)
  }
}

/**
 * Not a decimal number, or more decimals than the unit.
 *
 * @remedy Write `0.25`.
 */
export class InvalidDecimalError extends BaseError {
  override readonly name = 'InvalidDecimalError'
  readonly code = 'amount.not-a-decimal'

  constructor(text: string, decimals: number) {
    super(`"${text}" is not a decimal number with at most ${decimals} decimals.`)
  }
}
