import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { BalanceQuery, BalanceResponse } from '@bullring/wallet-api/blockchain-api/balance'
import { AccountField } from '@bullring/wire/caip-fields'
import type { Context } from 'hono'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { UnknownChainError } from '../chain/errors.ts'
import type { ChainIdentity } from '../chain/rpc-client.ts'
import { KEY_ERRORS } from '../http/documented-errors.ts'
import { NO_PRICES, type UsdPrices } from '../tokens/usd.ts'
import type { Holdings } from './read-holdings.ts'
import { toBalances } from './to-balances.ts'

/** Reads balances on one chain. */
type BalanceSource = {
  chain: ChainIdentity
  /** @param isForced - Reads now, instead of balances that may be 30 s old. */
  holdings: (account: Address, isForced: boolean) => Promise<Holdings>
  prices: () => Promise<UsdPrices>
}

export type BalancesDeps = {
  /** Undefined for a chain that is not served. */
  sourceOf: (chainId: number) => BalanceSource | undefined
  /** Chain of requests without a chain id. */
  mainChainId: number
  /** Counts a request that reads the chain. Throws to reject it. */
  takeForced: (c: Context) => void
}

/** GET /v1/account/:address/balance. */
export function balancesOperations({
  sourceOf,
  mainChainId,
  takeForced,
}: BalancesDeps): readonly Operation[] {
  return [
    defineOperation({
      method: 'get',
      path: '/v1/account/:address/balance',
      summary: 'Coin and known tokens of an account',
      params: z.object({ address: AccountField }),
      query: BalanceQuery,
      response: BalanceResponse,
      errors: [...KEY_ERRORS, 404, 502],
      security: ['projectId'],
      handler: async ({ params, query: { chainId = mainChainId, forceUpdate } }, c) => {
        const source = sourceOf(chainId)
        if (source === undefined) throw new UnknownChainError(chainId)
        if (forceUpdate !== undefined) takeForced(c)
        const [holdings, prices] = await Promise.all([
          source.holdings(params.address, forceUpdate !== undefined),
          // Balances without prices are better than none.
          source.prices().catch(() => NO_PRICES),
        ])
        return { balances: toBalances(source.chain, holdings, prices) }
      },
    }),
  ]
}
