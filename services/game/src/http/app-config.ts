import type { AppConfig } from '@bullring/wire/game-api/config'
import type { GameConfig } from '../config.ts'
import type { MarketContract } from '../market/market-contract.ts'

/** Builds the web app's configuration from public values only. */
export function toAppConfig(config: GameConfig, contract: MarketContract): AppConfig {
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
        oracle: contract.oracleAddress,
        ...timingOf(contract),
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

function timingOf(contract: MarketContract) {
  if (contract.kind === 'bullring') {
    const { genesisTimestamp, intervalSeconds } = contract.schedule
    return { genesisTimestamp, intervalSeconds, settlementWindow: contract.settlementWindow }
  }
  const { genesisTimestamp, intervalSeconds, bufferSeconds: settlementWindow } = contract
  return { genesisTimestamp, intervalSeconds, settlementWindow }
}
