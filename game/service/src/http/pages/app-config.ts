import type { AppConfig, BrandConfig, MarketConfig } from '@bullring/game-api/config'
import type { Brand } from '@bullring/server/brand/read-brand'
import { productBuild } from '@bullring/server/product-build'
import type { GameConfig } from '../../config.ts'

/** Builds the web app's configuration from public values only. */
export function toAppConfig(config: GameConfig, markets: Record<string, MarketConfig>): AppConfig {
  const { chain } = config
  return {
    chain: {
      id: chain.id,
      name: chain.name,
      nativeCurrency: { name: chain.coin, symbol: chain.coin, decimals: 18 },
      rpcUrls: [...chain.publicRpcUrls],
      explorerUrl: chain.explorerUrl,
    },
    markets,
    languages: [...config.languages],
    publicOrigin: config.http.publicOrigin,
    telegramUrl: config.telegramUrl,
    walletServicesUrl: config.wallet && '/wallet',
    frameUrl: config.frameUrl,
    socials: config.socials,
    relayUrl: config.relayUrl ?? (config.relayServiceUrl && '/relay'),
    projectId: config.projectId,
    signIn: config.signIn,
    pushKey: config.push?.publicKey ?? null,
    brand: config.brand && toBrandConfig(config.brand),
    build: productBuild(),
    features: {
      burnerWallet: config.hasBurnerWallet,
      faucet: config.faucetPrivateKey !== null,
      telegram: config.hasTelegramBot,
    },
  }
}

function toBrandConfig({
  contact,
  links,
  texts,
  age,
  countries,
  dailyStakeWei,
}: Brand): BrandConfig {
  return {
    contact,
    links: links.map(({ label, url }) => ({ label, url })),
    pages: [...texts.keys()],
    age,
    hasCountryRules: countries !== null,
    dailyStake: dailyStakeWei === null ? null : dailyStakeWei.toString(),
  }
}
