import { type Balance, BalanceResponse } from '@bullring/wallet-api/blockchain-api/balance'
import { HistoryPage } from '@bullring/wallet-api/blockchain-api/history-page'
import { Identity } from '@bullring/wallet-api/blockchain-api/identity'
import { NftsResponse } from '@bullring/wallet-api/blockchain-api/nfts'
import { SupportedChains } from '@bullring/wallet-api/blockchain-api/supported-chains'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { Address } from 'viem'
import { SDK_QUERY, type WalletService } from '#core/service/wallet-service.ts'

export type AccountOnChain = { account: Address; chainId: number }

/** Fetches the chains that the other requests support. */
export function getSupportedChains(
  service: WalletService,
  signal: AbortSignal,
): Promise<SupportedChains> {
  const url = service.urlOf('v1/supported-chains', SDK_QUERY)
  return service.request({ url, schema: SupportedChains, signal })
}

/**
 * Fetches the balances of coin and tokens, with prices in USD.
 *
 * @param isForced - Has the service read the chain: something has just changed.
 */
export async function getBalances(
  service: WalletService,
  { account, chainId, isForced }: AccountOnChain & { isForced: boolean },
  signal: AbortSignal,
): Promise<readonly Balance[]> {
  const forced = isForced && { forceUpdate: toCaipNetworkId(chainId) }
  const query = { currency: 'usd', chainId: toCaipNetworkId(chainId), ...forced, ...SDK_QUERY }
  const url = service.urlOf(`v1/account/${account}/balance`, query)
  return (await service.request({ url, schema: BalanceResponse, signal })).balances
}

/** Fetches name and avatar of an account; both null where there are none. */
export function getIdentity(
  service: WalletService,
  account: Address,
  signal: AbortSignal,
): Promise<Identity> {
  const url = service.urlOf(`v1/identity/${account}`, { sender: account, ...SDK_QUERY })
  return service.request({ url, schema: Identity, signal })
}

/**
 * Fetches a page of transactions, newest first.
 *
 * @param cursor - `next` of the page before; null for the first page.
 */
export function getHistory(
  service: WalletService,
  { account, chainId, cursor }: AccountOnChain & { cursor: string | null },
  signal: AbortSignal,
): Promise<HistoryPage> {
  const query = { chainId: toCaipNetworkId(chainId), ...(cursor !== null && { cursor }) }
  const url = service.urlOf(`v1/account/${account}/history`, { ...query, ...SDK_QUERY })
  return service.request({ url, schema: HistoryPage, signal })
}

/** Fetches a page of the NFTs of an account. `cursor` as for `getHistory`. */
export function getNfts(
  service: WalletService,
  { account, chainId, cursor }: AccountOnChain & { cursor: string | null },
  signal: AbortSignal,
): Promise<NftsResponse> {
  const query = { chainId: toCaipNetworkId(chainId), ...(cursor !== null && { cursor }) }
  const url = service.urlOf(`v1/account/${account}/nfts`, { ...query, ...SDK_QUERY })
  return service.request({ url, schema: NftsResponse, signal })
}
