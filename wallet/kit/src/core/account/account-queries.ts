import type { Balance } from '@bullring/wallet-api/blockchain-api/balance'
import type { HistoryPage } from '@bullring/wallet-api/blockchain-api/history-page'
import type { Identity } from '@bullring/wallet-api/blockchain-api/identity'
import type { NftsResponse } from '@bullring/wallet-api/blockchain-api/nfts'
import type { SupportedChains } from '@bullring/wallet-api/blockchain-api/supported-chains'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { KitQuery, KitQueryContext } from '#core/service/kit-query.ts'
import type { WalletService } from '#core/service/wallet-service.ts'
import {
  type AccountOnChain,
  getBalances,
  getHistory,
  getIdentity,
  getNfts,
  getSupportedChains,
} from './account-requests.ts'

/** R-ACCOUNT-4, both. */
const BALANCE_STALE_MS = 30_000
const BALANCE_RETRY_BLOCK_MS = 30_000
const HISTORY_REFRESH_MS = 10_000
/** R-NAMES-3. */
const IDENTITY_STALE_MS = 300_000
const SUPPORTED_CHAINS_STALE_MS = 3_600_000

/** Query key prefix of everything that a mined transfer changes. */
export const HOLDINGS_KEY = ['holdings'] as const

export const NO_IDENTITY: Identity = { name: null, avatar: null }

const NO_NFTS: NftsResponse = { data: [], next: null }
const NO_HISTORY: HistoryPage = { data: [], next: null }

/** Query for the chains that the wallet service supports. */
export function supportedChainsQuery(service: WalletService): KitQuery<SupportedChains> {
  return {
    queryKey: ['supportedChains'],
    queryFn: ({ signal }) => getSupportedChains(service, signal),
    staleTime: SUPPORTED_CHAINS_STALE_MS,
    // The query that needs the list is retried.
    retry: false,
  }
}

async function isSupported(client: QueryClient, service: WalletService, chainId: number) {
  const { http } = await client.fetchQuery(supportedChainsQuery(service))
  return http.includes(toCaipNetworkId(chainId))
}

function balancesQuery(
  service: WalletService,
  { account, chainId }: AccountOnChain,
): KitQuery<readonly Balance[]> {
  const queryKey = [...HOLDINGS_KEY, 'service', chainId, account]
  return {
    queryKey,
    queryFn: async ({ client, signal }) => {
      if (await isSupported(client, service, chainId)) {
        const isForced = client.getQueryState(queryKey)?.isInvalidated ?? false
        return getBalances(service, { account, chainId, isForced }, signal)
      }
      throw new Error('The wallet service does not support this network')
    },
    staleTime: BALANCE_STALE_MS,
  }
}

/**
 * Returns the balances that the wallet service knows, at most 30 s old; null when it fails, for 30 s
 * after it failed, and on a network that it does not support.
 */
export function fetchBalances(
  client: QueryClient,
  service: WalletService,
  wanted: AccountOnChain,
): Promise<readonly Balance[] | null> {
  const query = balancesQuery(service, wanted)
  const { status, errorUpdatedAt = 0 } = client.getQueryState(query.queryKey) ?? {}
  const isBlocked = status === 'error' && Date.now() - errorUpdatedAt < BALANCE_RETRY_BLOCK_MS
  if (isBlocked) return Promise.resolve(null)
  return client.fetchQuery(query).catch(() => null)
}

/** Query for the name and avatar of an account. */
export function identityQuery(
  service: WalletService,
  { account, chainId }: AccountOnChain,
): KitQuery<Identity> {
  return {
    queryKey: ['identity', chainId, account],
    queryFn: async ({ client, signal }) =>
      (await isSupported(client, service, chainId))
        ? getIdentity(service, account, signal)
        : NO_IDENTITY,
    staleTime: IDENTITY_STALE_MS,
  }
}

/** Infinite query for the transactions of an account. */
export function historyQuery(service: WalletService | null, wanted: AccountOnChain) {
  return {
    queryKey: ['history', wanted.chainId, wanted.account] as const,
    queryFn: async (context: KitQueryContext & { pageParam: string | null }) => {
      const { client, pageParam: cursor, signal } = context
      if (service === null || !(await isSupported(client, service, wanted.chainId))) {
        return NO_HISTORY
      }
      return getHistory(service, { ...wanted, cursor }, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: HistoryPage) => next,
    // Opening the view again shows the newest transactions, and so does leaving it open.
    gcTime: 0,
    refetchInterval: HISTORY_REFRESH_MS,
  }
}

/** Infinite query for the NFTs of an account. Fails where the service has no provider: `isNotOffered`. */
export function nftsQuery(service: WalletService | null, wanted: AccountOnChain) {
  return {
    queryKey: [...HOLDINGS_KEY, 'nfts', wanted.chainId, wanted.account] as const,
    queryFn: async (context: KitQueryContext & { pageParam: string | null }) =>
      service === null
        ? NO_NFTS
        : await getNfts(service, { ...wanted, cursor: context.pageParam }, context.signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: NftsResponse) => next,
    staleTime: BALANCE_STALE_MS,
  }
}

/** Query for an account's balance of the network's own coin in wei, read from the chain. */
export function coinBalanceQuery(
  chain: { getCoinBalance: (account: Address, chainId: number) => Promise<bigint> },
  { account, chainId }: AccountOnChain,
): KitQuery<bigint> {
  return {
    queryKey: [...HOLDINGS_KEY, 'coin', chainId, account],
    queryFn: () => chain.getCoinBalance(account, chainId),
  }
}
