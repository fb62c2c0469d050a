import type { LimitFactory } from '@bullring/server/limits/open-limits'
import type { WalletConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { createExplorerHistory } from '../history/explorer-history.ts'
import { createGameHistory } from '../history/game-history.ts'
import { createIndexedHistory } from '../history/history.queries.ts'
import type { HistorySource } from '../history/history-source.ts'
import type { Token } from '../tokens/token.ts'
import type { ServedChain } from './served-chains.ts'

/**
 * Returns the source of each chain's history: an index of the local main chain, an explorer for public chains if there
 * is an API key, else the game's index of bets and claims for its chain.
 */
export function historySources({
  config: { mainChainId, explorer, gameUrl },
  chains,
  db,
  tokens,
  limits,
}: {
  config: Pick<WalletConfig, 'mainChainId' | 'explorer' | 'gameUrl'>
  chains: ReadonlyMap<number, ServedChain>
  db: Database
  tokens: readonly Token[]
  limits: LimitFactory
}): ReadonlyMap<number, HistorySource> {
  const sources = [...chains].flatMap(
    ([chainId, { isLocal, client }]): [number, HistorySource][] => {
      const chainTokens = tokens.filter((token) => token.chainId === chainId)
      if (isLocal)
        return chainId === mainChainId ? [[chainId, createIndexedHistory(db, chainTokens)]] : []
      if (explorer !== null)
        return [
          [chainId, createExplorerHistory({ ...explorer, chainId, tokens: chainTokens, limits })],
        ]
      if (gameUrl === null || chainId !== mainChainId) return []
      return [[chainId, createGameHistory({ url: gameUrl, client })]]
    },
  )
  return new Map(sources)
}
