import type { Address } from 'viem'
import type { Chain } from '#core/chain.ts'
import type { Network } from '#core/connect/connections.ts'
import { type Asset, assetOf, coinOf, isSameAsset, type Token } from './asset.ts'
import { BalanceUnavailableError, type BlockchainApi } from './blockchain-api-client.ts'

export type AssetList = {
  /** The network's own coin first; tokens of which there are none are left out. */
  assets: readonly Asset[]
  /** False when the service could not be asked: then coin and the app's own tokens stand alone. */
  isComplete: boolean
}

/** What an account holds. */
export type Assets = {
  /** @throws when neither service nor node answers. */
  load: (account: Address, network: Network) => Promise<AssetList>
}

type AssetSources = {
  chain: Pick<Chain, 'getCoinBalance' | 'getTokenBalance'>
  /** Null when the app names no wallet service. */
  api: Pick<BlockchainApi, 'getBalances'> | null
  tokens: readonly Token[]
}

/** Asks the service where there is one, and the chain for what it does not tell. */
export function createAssets({ chain, api, tokens }: AssetSources): Assets {
  return {
    load: async (account, network) => {
      const [told, coinBalance, ownTokens] = await Promise.all([
        api === null ? [] : askApi(api, account, network.id),
        chain.getCoinBalance(account, network.id),
        readTokens(chain, tokens, account, network.id),
      ])
      const known = told ?? []
      const coin = known.find(({ address }) => address === null)
      // Balances of the service may be half a minute old; the coin decides about fees, so it is read.
      const first = { ...(coin ?? coinOf(network, 0n)), balance: coinBalance }
      const others = known.filter(({ address, balance }) => address !== null && balance > 0n)
      const missing = ownTokens.filter((token) => !others.some((one) => isSameAsset(one, token)))
      return { assets: [first, ...others, ...missing], isComplete: told !== null }
    },
  }
}

async function askApi(
  api: Pick<BlockchainApi, 'getBalances'>,
  account: Address,
  chainId: number,
): Promise<Asset[] | null> {
  try {
    const balances = await api.getBalances(account, chainId)
    return balances
      .filter((balance) => balance.chainId === `eip155:${chainId}`)
      .map((balance) => assetOf(balance, chainId))
      .filter((asset) => asset !== null)
  } catch (error) {
    if (error instanceof BalanceUnavailableError) return null
    throw error
  }
}

async function readTokens(
  chain: Pick<Chain, 'getTokenBalance'>,
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
