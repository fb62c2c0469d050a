import { AddressField, ChecksumAddress, Decimal, HashField } from '@bullring/wire/fields'
import * as z from 'zod/mini'

/**
 * GET /api/payments: transactions by which an account staked or collected, newest first, over all markets of the service
 * (R-API-27).
 */

/** Position of a transaction: its block and its last log of the market. */
export const PaymentCursor = z
  .string()
  .check(z.regex(/^\d{1,15}-\d{1,9}$/, 'not a cursor of this list'))

/** Query of the request. `before` is `next` of the page before. */
export const PaymentsQuery = z.object({
  address: AddressField,
  before: z.optional(PaymentCursor),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
})

/** One transaction. Amounts in BNB; "0" for what it did not do. */
export const Payment = z.object({
  tx_hash: HashField,
  block_number: z.int().check(z.nonnegative()),
  /** Contract that was paid, or paid. */
  market: ChecksumAddress,
  staked: Decimal,
  collected: Decimal,
})
export type Payment = z.infer<typeof Payment>

export const PaymentsResponse = z.object({
  payments: z.array(Payment),
  next: z.nullable(PaymentCursor),
})
