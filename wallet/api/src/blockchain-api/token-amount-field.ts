import * as z from 'zod/mini'

/** Largest amount of a token. */
export const MAX_UINT256 = 2n ** 256n - 1n

/** Amount of a token in its smallest unit, as decimal text, parsed to a bigint. */
export const TokenAmountField = z.pipe(
  z
    .string()
    .check(z.regex(/^[1-9]\d{0,77}$/, 'must be a whole number above 0, in the smallest unit')),
  z.pipe(
    z.transform((text: string) => BigInt(text)),
    z.bigint().check(z.maximum(MAX_UINT256, 'must fit into 256 bits')),
  ),
)

/** Wei or another amount in the smallest unit, in a response. */
export const AmountText = z.string().check(z.regex(/^\d+$/))
