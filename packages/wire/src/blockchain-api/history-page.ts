import * as z from 'zod/mini'
import { HistoryResponse, Transaction, TransactionTransfer } from './history.ts'

/**
 * What a client accepts as the response of GET /v1/account/{address}/history: the response of our service
 * (`HistoryResponse`) and the additions of other services with the same interface: collectibles, further
 * kinds of operation, transactions without a transfer.
 */

/** A transfer of a collectible; the service decides whether it is spam. */
const CollectibleTransfer = z.object({
  nft_info: z.object({
    name: z.optional(z.string()),
    flags: z.object({ is_spam: z.boolean() }),
  }),
  direction: z.enum(['in', 'out', 'self']),
  quantity: z.object({ numeric: z.string() }),
})

/** Coins or tokens, or a collectible. */
export const AnyTransfer = z.union([TransactionTransfer, CollectibleTransfer])
/** @see AnyTransfer */
export type AnyTransfer = z.infer<typeof AnyTransfer>

/** A transaction of any kind; unknown kinds are shown under the service's name for them. */
export const AnyTransaction = z.extend(Transaction, {
  metadata: z.extend(Transaction.shape.metadata, {
    operationType: z.string(),
    chain: z.string(),
  }),
  transfers: z.array(AnyTransfer),
})
/** @see AnyTransaction */
export type AnyTransaction = z.infer<typeof AnyTransaction>

/** One page; see `HistoryResponse`. */
export const HistoryPage = z.extend(HistoryResponse, { data: z.array(AnyTransaction) })
/** @see HistoryPage */
export type HistoryPage = z.infer<typeof HistoryPage>
