import { clientIp } from '@bullring/server/http/client-ip'
import type { LimitFactory } from '@bullring/server/limits/open-limits'
import type { Operation } from '@bullring/server/operations/operation'
import type { WalletConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { createExplorerNfts } from '../nfts/explorer-nfts.ts'
import { createIndexedNfts } from '../nfts/indexed-nfts.ts'
import type { NftChain } from '../nfts/list-nfts.ts'
import { createNftDetails } from '../nfts/nft-details.ts'
import type { NftSource } from '../nfts/nft-source.ts'
import { nftsOperations } from '../nfts/nfts.operations.ts'
import type { Pictures } from './pictures.ts'
import type { ServedChain } from './served-chains.ts'

/** Pages of NFTs that one IP address may read: each calls up to twenty contracts and their metadata servers. */
const PAGES_PER_MINUTE = 60

type NftsDeps = {
  config: Pick<WalletConfig, 'mainChainId' | 'explorer' | 'http'>
  db: Database
  chains: ReadonlyMap<number, ServedChain>
  limits: LimitFactory
}

/** Names and pictures of NFTs by chain, which their list and the history share. */
export type NftTexts = ReadonlyMap<number, ReturnType<typeof createNftDetails>>

export function createNftTexts({
  config,
  chains,
}: {
  config: Pick<WalletConfig, 'ipfsGatewayUrl'>
  chains: ReadonlyMap<number, ServedChain>
}): NftTexts {
  const options = { ipfsGateway: config.ipfsGatewayUrl, nowMs: Date.now }
  return new Map([...chains].map(([id, { client }]) => [id, createNftDetails(client, options)]))
}

/** NFTs of accounts: from the index of the local main chain, from an explorer for public chains if there is a key. */
export function createNfts(
  deps: NftsDeps,
  texts: NftTexts,
  linkFor: Pictures['linkFor'],
): readonly Operation[] {
  const { config, chains, limits } = deps
  const { mainChainId, http } = config
  const callers = limits.rateLimiter('nfts', PAGES_PER_MINUTE)
  const sources = [...chains].flatMap(([chainId, chain]): [number, NftChain][] => {
    const source = sourceOf(deps, chainId, chain)
    const { client } = chain
    const details = texts.get(chainId)
    return source === null || details === undefined ? [] : [[chainId, { client, source, details }]]
  })
  const byChain = new Map(sources)
  return nftsOperations({
    mainChainId,
    linkFor,
    chainOf: (chainId) => byChain.get(chainId),
    take: (c) => callers.take(clientIp(c, http.proxies), Date.now()),
  })
}

function sourceOf(
  { config, db, limits }: NftsDeps,
  chainId: number,
  { isLocal }: ServedChain,
): NftSource | null {
  const { mainChainId, explorer } = config
  if (isLocal) return chainId === mainChainId ? createIndexedNfts(db) : null
  return explorer && createExplorerNfts({ ...explorer, chainId, limits })
}
