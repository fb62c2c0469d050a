import type { AppConfig } from '@bullring/wire/game-api/config'
import type { Market } from '../chain/read-market.ts'
import type { GameConfig } from '../config.ts'

/** What the web app is told: public settings only. */
export function toAppConfig(config: GameConfig, market: Market): AppConfig {
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
        prediction: market.predictionAddress,
        oracle: market.oracleAddress,
        genesisTimestamp: market.schedule.genesisTimestamp,
        intervalSeconds: market.schedule.intervalSeconds,
        settlementWindow: market.settlementWindow,
      },
    },
    telegramUrl: config.telegramUrl,
    walletServicesUrl: null,
    frameUrl: null,
    relayUrl: null,
    projectId: null,
    features: {
      burnerWallet: config.offersBurnerWallet,
      faucet: config.faucetPrivateKey !== null,
      simulatedPrices: config.simulatesPrices,
    },
  }
}
