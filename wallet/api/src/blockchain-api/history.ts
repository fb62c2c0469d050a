import { CaipNetworkId, ChainIdField } from '@bullring/wire/caip-fields'
import { HashField } from '@bullring/wire/fields'
import * as z from 'zod/mini'

/** GET /v1/account/{address}/history: transfers of an account, newest first (R-ACTIVITY-1). */

/** Query of the request. `cursor` is `next` of the page before. */
export const HistoryQuery = z.object({
  cursor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/, 'not a cursor'))),
  chainId: z.optional(ChainIdField),
  onramp: z.optional(z.string().check(z.maxLength(30))),
})

/** Coins or tokens that a transaction moved. */
export const CoinTransfer = z.object({
  fungible_info: z.object({
    name: z.string(),
    symbol: z.string(),
    icon: z.object({ url: z.string() }),
  }),
  direction: z.enum(['in', 'out', 'self']),
  /** Exact, in whole coins. */
  quantity: z.object({ numeric: z.string() }),
  /** Current price in USD; missing where none is known. */
  price: z.optional(z.number()),
  /** Quantity at that price. */
  value: z.optional(z.number()),
})
export type CoinTransfer = z.infer<typeof CoinTransfer>

/** NFTs that a transaction moved (R-ACTIVITY-2). A missing `content` means no picture. */
export const NftTransfer = z.object({
  nft_info: z.object({
    name: z.optional(z.string()),
    content: z.optional(
      z.object({
        preview: z.optional(z.object({ url: z.string() })),
        detail: z.optional(z.object({ url: z.string() })),
      }),
    ),
    flags: z.object({ is_spam: z.boolean() }),
  }),
  direction: z.enum(['in', 'out', 'self']),
  /** Quantity of the same NFT. */
  quantity: z.object({ numeric: z.string() }),
})
export type NftTransfer = z.infer<typeof NftTransfer>

/** Coins or tokens, or an NFT. */
export const TransactionTransfer = z.union([CoinTransfer, NftTransfer])
export type TransactionTransfer = z.infer<typeof TransactionTransfer>

/** One transaction. `transfers` is never empty. */
export const Transaction = z.object({
  id: z.string(),
  metadata: z.object({
    operationType: z.enum(['send', 'receive', 'trade', 'execute', 'bought']),
    /** Empty for a purchase whose coins have not been sent. */
    hash: z.union([HashField, z.literal('')]),
    chain: CaipNetworkId,
    minedAt: z.iso.datetime(),
    sentFrom: z.string(),
    sentTo: z.string(),
    status: z.enum([
      'confirmed',
      'failed',
      'pending',
      'ONRAMP_TRANSACTION_STATUS_SUCCESS',
      'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
      'ONRAMP_TRANSACTION_STATUS_FAILED',
    ]),
    nonce: z.int().check(z.nonnegative()),
  }),
  transfers: z.array(TransactionTransfer).check(z.minLength(1)),
})
export type Transaction = z.infer<typeof Transaction>

/** `next` is the cursor of the following page, null on the last one. */
export const HistoryResponse = z.object({
  data: z.array(Transaction),
  next: z.nullable(z.string()),
})
export type HistoryResponse = z.infer<typeof HistoryResponse>
