import type { Balance } from '@bullring/wallet-api/blockchain-api/balance'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { Address } from 'viem'
import type { ChainAccess } from '#core/chain-access.ts'
import type { Network } from '#core/connect/connections.ts'
import type { KitQuery } from '#core/service/kit-query.ts'
import type { WalletService } from '#core/service/wallet-service.ts'
import { fetchBalances, HOLDINGS_KEY } from './account-queries.ts'
import { type Asset, assetOf, coinOf, isSameAsset, type Token } from './asset.ts'

export type AssetList = {
  /** The network's own coin first. Tokens with a balance of zero are left out. */
  assets: readonly Asset[]
  /** False when the service failed: then only the coin and the app's tokens are listed. */
  isComplete: boolean
}

type AssetSources = {
  chain: Pick<ChainAccess, 'getCoinBalance' | 'getTokenBalance'>
  /** Tokens configured by the app. */
  tokens: readonly Token[]
}

type AssetDeps = AssetSources & {
  /** Null without a wallet service. */
  service: WalletService | null
}

/** Query for the assets of an account on a network. Fails when the node does not respond. */
export function assetsQuery(
  deps: AssetDeps,
  account: Address,
  network: Network,
): KitQuery<AssetList> {
  const { service } = deps
  const { id: chainId } = network
  return {
    queryKey: [...HOLDINGS_KEY, 'assets', chainId, account],
    queryFn: ({ client }) => {
      const balances = service === null ? [] : fetchBalances(client, service, { account, chainId })
      return readAssets(deps, balances, account, network)
    },
  }
}

/**
 * Completes the service's balances with those read from the chain.
 *
 * @param serviceBalances - Null when the service failed.
 */
export async function readAssets(
  { chain, tokens }: AssetSources,
  serviceBalances: readonly Balance[] | null | Promise<readonly Balance[] | null>,
  account: Address,
  network: Network,
): Promise<AssetList> {
  const [balances, coinBalance, appTokens] = await Promise.all([
    serviceBalances,
    chain.getCoinBalance(account, network.id),
    readTokens(chain, tokens, account, network.id),
  ])
  const known = toAssets(balances ?? [], network.id)
  const coin = known.find(({ address }) => address === null)
  // The service's balances may be 30 s old, and the coin decides whether fees can be paid.
  const first = { ...(coin ?? coinOf(network, 0n)), balance: coinBalance }
  const others = known.filter(({ address, balance }) => address !== null && balance > 0n)
  const missing = appTokens.filter((token) => !others.some((other) => isSameAsset(other, token)))
  return { assets: [first, ...others, ...missing], isComplete: balances !== null }
}

function toAssets(balances: readonly Balance[], chainId: number): Asset[] {
  return balances
    .filter((balance) => balance.chainId === toCaipNetworkId(chainId))
    .map((balance) => assetOf(balance, chainId))
    .filter((asset) => asset !== null)
}

async function readTokens(
  chain: AssetSources['chain'],
  tokens: readonly Token[],
  account: Address,
  chainId: number,
): Promise<Asset[]> {
  const wanted = tokens.filter((token) => token.chainId === chainId)
  const read = await Promise.allSettled(
    wanted.map(async (token) => ({
      ...token,
      balance: await chain.getTokenBalance(token.address, account, chainId),
      price: null,
      iconUrl: null,
    })),
  )
  return read
    .filter((result) => result.status === 'fulfilled')
    .map(({ value }) => value)
    .filter(({ balance }) => balance > 0n)
}
