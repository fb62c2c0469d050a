import type { CaipContractField } from '@bullring/wire/caip-contract-field'
import type { Address } from 'viem'
import type { Exchange, Router } from '../chain/exchange.ts'
import { type ChainIdentity, COIN_DECIMALS, type RpcClient } from '../chain/rpc-client.ts'
import type { UsableTokens } from '../tokens/check-decimals.ts'
import { isNativeCoin, NATIVE_COIN } from '../tokens/native-coin.ts'
import type { Token } from '../tokens/token.ts'
import {
  CrossChainSwapError,
  SameTokenError,
  SwapUnavailableError,
  TokenNotListedError,
} from './errors.ts'

/** Dependencies of swaps on one chain. */
export type SwapChain = {
  identity: ChainIdentity
  client: RpcClient
  tokens: UsableTokens
  exchange: Exchange
}

/** One end of a swap. */
export type SwapSide = {
  /** Null for the coin. */
  token: Token | null
  /** Address as on the wire: `NATIVE_COIN` for the coin. */
  address: Address
  symbol: string
  decimals: number
}

/** Two sides that can be swapped, with everything that may be on the way. */
export type SwapPair = {
  chain: SwapChain
  from: SwapSide
  to: SwapSide
  routers: readonly Router[]
  /** Tokens that routes may pass through. */
  hubs: readonly Address[]
}

/**
 * Returns the routers of a chain.
 *
 * @throws {SwapUnavailableError}
 */
export async function requireRouters({
  exchange,
  identity,
}: SwapChain): Promise<readonly Router[]> {
  const routers = await exchange.routers()
  if (routers.length === 0) throw new SwapUnavailableError(identity.id)
  return routers
}

/**
 * Finds both sides of a swap among the listed tokens.
 *
 * @param chainOf - Throws for a chain that is not served.
 */
export async function findPair(
  chainOf: (chainId: number) => SwapChain,
  wanted: { from: CaipContractField; to: CaipContractField },
): Promise<SwapPair> {
  const { from, to } = wanted
  if (from.chainId !== to.chainId) throw new CrossChainSwapError()
  const chain = chainOf(from.chainId)
  const [routers, tokens] = await Promise.all([requireRouters(chain), chain.tokens()])
  if (from.address === to.address) throw new SameTokenError()
  return {
    chain,
    from: findSide(chain, tokens, from.address),
    to: findSide(chain, tokens, to.address),
    routers,
    hubs: tokens.filter(({ isHub }) => isHub).map(({ address }) => address),
  }
}

/** @throws {TokenNotListedError} */
export function findSide(
  { identity }: SwapChain,
  tokens: readonly Token[],
  address: Address,
): SwapSide {
  if (isNativeCoin(address)) {
    return { token: null, address: NATIVE_COIN, symbol: identity.coin, decimals: COIN_DECIMALS }
  }
  const token = tokens.find((each) => each.address === address)
  if (token === undefined) throw new TokenNotListedError(address)
  return { token, address, symbol: token.symbol, decimals: token.decimals }
}
