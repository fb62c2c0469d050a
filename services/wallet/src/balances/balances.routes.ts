import type { BalanceResponse } from '@bullring/wire/blockchain-api/balance'
import { BalanceQuery } from '@bullring/wire/blockchain-api/balance'
import { AccountField } from '@bullring/wire/caip-fields'
import { parse } from '@bullring/wire/parse'
import { Hono } from 'hono'
import type { Address } from 'viem'
import { UnknownChainError } from '../chain/errors.ts'
import type { ChainIdentity } from '../chain/rpc-client.ts'
import type { Holdings } from './read-balances.ts'
import { toBalances } from './to-balances.ts'

/** A chain whose balances can be asked for. */
export type BalanceSource = {
  chain: ChainIdentity
  holdings: (account: Address) => Promise<Holdings>
  /** USD; null where no price is known. */
  coinPrice: () => Promise<number | null>
}

export type BalancesDeps = {
  /** Undefined for a chain that is not served. */
  sourceOf: (chainId: number) => BalanceSource | undefined
  /** Chain of requests that name none. */
  mainChainId: number
}

/** GET /v1/account/:address/balance. */
export function balancesRoutes({ sourceOf, mainChainId }: BalancesDeps): Hono {
  return new Hono().get('/v1/account/:address/balance', async (c) => {
    const account = parse(AccountField, c.req.param('address'))
    const { chainId = mainChainId } = parse(BalanceQuery, c.req.query())
    const source = sourceOf(chainId)
    if (source === undefined) throw new UnknownChainError(chainId)
    const [holdings, price] = await Promise.all([
      source.holdings(account),
      // Balances without prices are better than none.
      source.coinPrice().catch(() => null),
    ])
    const body: BalanceResponse = { balances: toBalances(source.chain, holdings, price) }
    return c.json(body)
  })
}
