import { isMigrated } from '../../db/migrate.ts'
import type { Database } from '../../db/open-database.ts'
import { NotIndexedError } from '../../indexer/errors.ts'
import { readIdentity } from '../../indexer/write/index-reads.ts'
import { readIndexState } from '../../indexer/write/index-state.ts'
import { requireSameMarket } from '../../indexer/write/open-index.ts'
import type { MarketContract } from '../../market/market-contract.ts'
import type { MarketConfig } from '../../market-config.ts'

/**
 * Returns what the leader of the index has read from the market's contract.
 *
 * @throws {NotIndexedError} while no leader has.
 * @throws {OtherMarketError} {@link OtherKindError} when the database holds another market.
 * @throws {DatabaseUnusableError} when the database does not respond.
 */
export async function findStoredContract(
  db: Database,
  { kind, predictionAddress, chainId, schema }: MarketConfig & { chainId: number },
): Promise<MarketContract> {
  if (!(await isMigrated(db, schema))) throw new NotIndexedError()
  const [identity, state] = await Promise.all([readIdentity(db), readIndexState(db)])
  if (identity === null || state === null) throw new NotIndexedError()
  requireSameMarket(identity, { kind, chainId, prediction: predictionAddress })
  return state.contract
}
