import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { findPublicChain } from '@bullring/wire/chain/public-chain'
import type { PhoneConfig } from '@bullring/wire/phone-config'
import type { Address } from 'viem'
import { localChain } from '../chain/local-market.ts'
import type { LocalGame } from '../local-game.ts'
import { hasRelay, relayUrlOf } from '../relay-variables.ts'
import { projectIdOf } from '../service-variables.ts'
import type { StackSettings } from '../settings.ts'

/** Whether this installation has a test wallet: on a local chain, with a relay to meet apps at. */
export function hasPhone(settings: StackSettings): boolean {
  return settings.chain.kind === 'local' && hasRelay(settings)
}

/** Returns the port of the test wallet: after those of game and embedded wallet. */
export function phonePort({ port }: StackSettings): number {
  return port + 4
}

type Markets = Pick<LocalGame, 'market' | 'btc'>

/** Returns what the page of the test wallet needs to know. Its chains are local ones only. */
export function phoneConfig(settings: StackSettings, { market, btc }: Markets): PhoneConfig {
  const { id: chainId } = settings.chain
  const marketOf = (symbol: string, prediction: Address) =>
    ({ chainId, symbol, kind: 'bullring', prediction }) as const
  return {
    chains: localChainIds(settings).map((id) => {
      const { name, nativeCurrency } = localChain(id, '')
      return {
        id,
        nativeCurrency,
        rpcUrl: `/rpc/${id}`,
        name: id === chainId ? name : `Local chain ${id}`,
        faucetUrl: id === chainId ? '/api/faucet' : null,
      }
    }),
    relayUrl: relayUrlOf(settings),
    projectId: projectIdOf(settings),
    markets: [
      marketOf('BNB', market.prediction),
      ...(btc === null ? [] : [marketOf('BTC', btc.market.prediction)]),
    ],
  }
}

/** The game's chain, and further ones that the operator's wallet service reaches. */
function localChainIds({ chain, serviceEnv }: StackSettings): number[] {
  const named = (serviceEnv['WALLET_RPC_URLS'] ?? '').split(',')
  const ids = [chain.id, ...named.map((entry) => Number.parseInt(entry, 10))]
  return [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && findPublicChain(id) === null)
}

/** Returns where the wallet service serves the JSON-RPC of a chain. */
export function chainRpcUrl(walletUrl: string, chainId: number, projectId: string): URL {
  const url = new URL('v1/', walletUrl.endsWith('/') ? walletUrl : `${walletUrl}/`)
  url.searchParams.set('chainId', toCaipNetworkId(chainId))
  url.searchParams.set('projectId', projectId)
  return url
}
