import type { AppConfig } from '@bullring/wire/game-api/config'
import type { MarketTerms } from '../chain/read-pancake-contract.ts'
import type { GameConfig } from '../config.ts'
import type { MarketContract } from '../market/market-contract.ts'

/** Builds the web app's configuration from public values only. */
export function toAppConfig(
  config: GameConfig,
  contract: Pick<MarketContract, 'kind' | 'predictionAddress'>,
  terms: MarketTerms,
): AppConfig {
  const { chain } = config
  return {
    chain: {
      id: chain.id,
      name: chain.name,
      nativeCurrency: { name: chain.coin, symbol: chain.coin, decimals: 18 },
      rpcUrls: [...chain.publicRpcUrls],
      explorerUrl: chain.explorerUrl,
    },
    markets: {
      BNB: {
        kind: contract.kind,
        prediction: contract.predictionAddress,
        ...terms,
      },
    },
    telegramUrl: config.telegramUrl,
    walletServicesUrl: config.wallet && '/wallet',
    frameUrl: null,
    relayUrl: config.relayUrl,
    projectId: config.projectId,
    signIn: config.signIn,
    features: {
      burnerWallet: config.hasBurnerWallet,
      faucet: config.faucetPrivateKey !== null,
      replayedPrices: config.hasReplayedPrices,
    },
  }
}
