import * as z from 'zod/mini'
import { HistoryResponse, Transaction, TransactionTransfer } from './history.ts'

/**
 * Response of GET /v1/account/{address}/history as a client accepts it: the response of our service
 * (`HistoryResponse`) and the additions of other services with the same interface: further kinds of operation,
 * transactions without a transfer.
 */

/** A transaction of any kind. Unknown kinds are shown under the service's name for them. */
export const AnyTransaction = z.extend(Transaction, {
  metadata: z.extend(Transaction.shape.metadata, {
    operationType: z.string(),
    chain: z.string(),
  }),
  transfers: z.array(TransactionTransfer),
})
export type AnyTransaction = z.infer<typeof AnyTransaction>

/** One page. See `HistoryResponse`. */
export const HistoryPage = z.extend(HistoryResponse, { data: z.array(AnyTransaction) })
export type HistoryPage = z.infer<typeof HistoryPage>
