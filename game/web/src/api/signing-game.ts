import type { SigningGame } from '@bullring/game-api/signed-text'
import { brandName } from '#browser/page-brand.ts'
import { useAppConfig } from './market/app-config.ts'

/** Returns the game that visitors sign texts for; null without a market. */
export function useSigningGame(): SigningGame | null {
  const { chain, markets, publicOrigin } = useAppConfig()
  const [defaultMarket] = Object.values(markets)
  if (defaultMarket === undefined) return null
  return {
    chainId: chain.id,
    market: defaultMarket.prediction,
    publicOrigin,
    brandName: brandName(),
  }
}
