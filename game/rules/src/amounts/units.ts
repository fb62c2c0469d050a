import { NegativeAmountError } from '../errors.ts'

// A bare bigint can be wei, a price or an epoch. Mixing them up would compile and lose money, so each unit
// has a separate type.
declare const unit: unique symbol
type Unit<base, name extends string> = base & { readonly [unit]: name }

/** Native coin in wei, never negative. 1 BNB = 10^18 wei. */
export type Wei = Unit<bigint, 'Wei'>

/** Oracle price with 8 decimals: `61_234_000_000n` is $612.34. */
export type PriceE8 = Unit<bigint, 'PriceE8'>

/** Number of a round, counted by the contract from 1. */
export type Epoch = Unit<bigint, 'Epoch'>

/** Share in hundredths of a percent: `300n` is 3 %. */
export type BasisPoints = Unit<bigint, 'BasisPoints'>

/** Seconds since 1970-01-01 UTC, as in `block.timestamp`. */
export type UnixSeconds = Unit<number, 'UnixSeconds'>

/**
 * Marks an amount as wei.
 *
 * @throws {NegativeAmountError} when `amount` is negative.
 */
export function toWei(amount: bigint): Wei {
  if (amount < 0n) throw new NegativeAmountError(amount)
  return amount as Wei
}

/** Marks a number from the contract or a database row as an epoch. */
export function toEpoch(value: bigint | number): Epoch {
  return BigInt(value) as Epoch
}

/** Marks an oracle answer (8 decimals) as a price. */
export function toPriceE8(value: bigint): PriceE8 {
  return value as PriceE8
}

/** Marks a block timestamp (bigint in viem, number elsewhere) as seconds. */
export function toUnixSeconds(value: bigint | number): UnixSeconds {
  return Number(value) as UnixSeconds
}

/** Marks a contract's fee as basis points. */
export function toBasisPoints(value: bigint | number): BasisPoints {
  return BigInt(value) as BasisPoints
}
