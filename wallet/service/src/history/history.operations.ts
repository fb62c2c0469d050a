import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import {
  HistoryQuery,
  HistoryResponse,
  type Transaction,
} from '@bullring/wallet-api/blockchain-api/history'
import { AccountField } from '@bullring/wire/caip-fields'
import type { Context } from 'hono'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { ChainIdentity } from '../chain/rpc-client.ts'
import { KEY_ERRORS } from '../http/documented-errors.ts'
import { NO_PRICES, type UsdPrices } from '../tokens/usd.ts'
import { describeNfts } from './describe-nfts.ts'
import type { HistorySource } from './history-source.ts'
import { toTransaction } from './to-transaction.ts'

/** History of one chain. */
type ChainHistory = {
  chain: ChainIdentity
  source: HistorySource
  prices: () => Promise<UsdPrices>
  nftDetails: Parameters<typeof describeNfts>[1]
}

export type HistoryDeps = {
  /** Undefined for a chain without a history. */
  sourceOf: (chainId: number) => ChainHistory | undefined
  /** Coins that the account bought, newest first. */
  purchasesOf: (account: Address) => Promise<Transaction[]>
  /** Chain of requests without a chain id. */
  mainChainId: number
  /** Returns a URL of this service that shows the picture, or null if it cannot be shown. */
  linkFor: (c: Context, picture: string) => string | null
  /** Counts a page against the caller's limit. Throws when it is used up. */
  take: (c: Context) => void
}

/** GET /v1/account/:address/history. */
export function historyOperations({
  sourceOf,
  purchasesOf,
  mainChainId,
  linkFor,
  take,
}: HistoryDeps): readonly Operation[] {
  return [
    defineOperation({
      method: 'get',
      path: '/v1/account/:address/history',
      summary: 'Transfers of an account, newest first',
      params: z.object({ address: AccountField }),
      query: HistoryQuery,
      response: HistoryResponse,
      errors: [...KEY_ERRORS, 502],
      security: ['projectId'],
      handler: async (
        { params: { address }, query: { cursor = null, onramp, chainId = mainChainId } },
        c,
      ) => {
        if (onramp !== undefined) return { data: await purchasesOf(address), next: null }
        const found = sourceOf(chainId)
        // Clients show an empty list. Visitors need no error about it.
        if (found === undefined) return { data: [], next: null }
        take(c)
        const [{ transactions, next }, prices] = await Promise.all([
          found.source.page(address, cursor),
          // A history without values is better than none.
          found.prices().catch(() => NO_PRICES),
        ])
        const link = (picture: string) => linkFor(c, picture)
        const nftText = await describeNfts(transactions, found.nftDetails, link)
        const context = { chain: found.chain, prices, nftText }
        return { data: transactions.map((each) => toTransaction(context, address, each)), next }
      },
    }),
  ]
}
