import type { SwapToken } from '@bullring/wallet-api/blockchain-api/convert-tokens'
import { toCaipAddress } from '@bullring/wire/caip-ids'
import { COIN_DECIMALS } from '../chain/rpc-client.ts'
import { neutralIconUri } from '../http/neutral-icon.ts'
import { NATIVE_COIN } from '../tokens/native-coin.ts'
import { requireRouters, type SwapChain } from './swap-chain.ts'

/**
 * Lists the tokens that can be swapped, the coin first.
 *
 * @throws {SwapUnavailableError}
 */
export async function listTokens(chain: SwapChain): Promise<SwapToken[]> {
  const { id, coin } = chain.identity
  const [tokens] = await Promise.all([chain.tokens(), requireRouters(chain)])
  const native = { name: coin, symbol: coin, address: NATIVE_COIN, decimals: COIN_DECIMALS }
  return [native, ...tokens].map(({ name, symbol, address, decimals }) => ({
    name,
    symbol,
    address: toCaipAddress(id, address),
    decimals,
    logoUri: neutralIconUri(symbol),
  }))
}
