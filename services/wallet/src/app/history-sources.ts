import type { Token } from '../chain/read-tokens.ts'
import type { WalletConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { createExplorerHistory } from '../history/explorer-history.ts'
import { createIndexedHistory } from '../history/history.queries.ts'
import type { HistorySource } from '../history/history-source.ts'
import type { ServedChain } from './served-chains.ts'

/**
 * Where each chain's history comes from: the local main chain is indexed here, public ones are asked of
 * an explorer, if there is a key for it.
 */
export function historySources(
  { mainChainId, explorer }: Pick<WalletConfig, 'mainChainId' | 'explorer'>,
  chains: ReadonlyMap<number, ServedChain>,
  db: Database,
  tokens: readonly Token[],
): ReadonlyMap<number, HistorySource> {
  const sources = [...chains].flatMap(([chainId, { isLocal }]): [number, HistorySource][] => {
    const own = tokens.filter((token) => token.chainId === chainId)
    if (isLocal) return chainId === mainChainId ? [[chainId, createIndexedHistory(db, own)]] : []
    if (explorer === null) return []
    return [[chainId, createExplorerHistory({ ...explorer, chainId, tokens: own })]]
  })
  return new Map(sources)
}
