import type { HistoryResponse } from '@bullring/wire/blockchain-api/history'
import { HistoryQuery } from '@bullring/wire/blockchain-api/history'
import { AccountField } from '@bullring/wire/caip-fields'
import { parse } from '@bullring/wire/parse'
import { Hono } from 'hono'
import type { ChainIdentity } from '../chain/rpc-client.ts'
import { NoHistoryError } from './errors.ts'
import type { HistorySource } from './history-source.ts'
import { toTransaction } from './to-transaction.ts'

export type HistoryDeps = {
  /** Undefined for a chain without a history. */
  sourceOf: (chainId: number) => { chain: ChainIdentity; source: HistorySource } | undefined
  /** Chain of requests that name none. */
  mainChainId: number
}

/** GET /v1/account/:address/history. */
export function historyRoutes({ sourceOf, mainChainId }: HistoryDeps): Hono {
  return new Hono().get('/v1/account/:address/history', async (c) => {
    const account = parse(AccountField, c.req.param('address'))
    const { cursor = null, onramp, chainId = mainChainId } = parse(HistoryQuery, c.req.query())
    // Nothing is bought through this place, so the list of purchases is empty.
    if (onramp !== undefined) return c.json<HistoryResponse>({ data: [], next: null })
    const found = sourceOf(chainId)
    if (found === undefined) throw new NoHistoryError(chainId)
    const { transactions, next } = await found.source.page(account, cursor)
    const data = transactions.map((each) => toTransaction(found.chain, account, each))
    return c.json<HistoryResponse>({ data, next })
  })
}
