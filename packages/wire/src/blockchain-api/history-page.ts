import * as z from 'zod/mini'
import { HistoryResponse, Transaction, TransactionTransfer } from './history.ts'

/**
 * What a client accepts as answer to GET /v1/account/{address}/history: what our own service sends
 * (`HistoryResponse`), and what other services of the same interface add to it: collectibles, further
 * kinds of operation, transactions without a transfer.
 */

/** A transfer of a collectible, with the service's word on whether it is spam. */
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

/** A transaction of any kind; kinds the client has no word for are shown by their own. */
export const AnyTransaction = z.extend(Transaction, {
  metadata: z.extend(Transaction.shape.metadata, {
    operationType: z.string(),
    chain: z.string(),
  }),
  transfers: z.array(AnyTransfer),
})
/** @see AnyTransaction */
export type AnyTransaction = z.infer<typeof AnyTransaction>

/** @see HistoryResponse */
export const HistoryPage = z.extend(HistoryResponse, { data: z.array(AnyTransaction) })
/** @see HistoryPage */
export type HistoryPage = z.infer<typeof HistoryPage>
