import { StaleCache } from '@bullring/server/stale-cache'
import type { Address } from 'viem'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { UsableTokens } from '../tokens/check-decimals.ts'
import { type Holdings, readHoldings } from './read-holdings.ts'
import type { OnFailedTokens } from './report-failed-tokens.ts'

export type HoldingsDeps = {
  client: RpcClient
  tokens: UsableTokens
  onFailedTokens: OnFailedTokens
  /** Called when balances could not be renewed in the background. */
  onFailure: (error: unknown) => void
}

const FRESH_MS = 2_000
/** R-ACCOUNT-4: clients keep balances for as long. */
const STALE_MS = 30_000
const MAX_ACCOUNTS = 5_000

/** Returns a reader of accounts' balances, which may be 30 s old unless the caller forces a new reading. */
export function createHoldings({
  client,
  tokens,
  onFailedTokens,
  onFailure,
}: HoldingsDeps): (account: Address, isForced: boolean) => Promise<Holdings> {
  const cache = new StaleCache<Holdings>({
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    maxEntries: MAX_ACCOUNTS,
    onFailure,
  })
  return (account, isForced) => {
    const read = async () => readHoldings(client, await tokens(), account, onFailedTokens)
    return isForced ? cache.renew(account, Date.now(), read) : cache.get(account, Date.now(), read)
  }
}
