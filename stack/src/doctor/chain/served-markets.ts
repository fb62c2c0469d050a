import { addressFileOf } from '@bullring/contracts/address-file'
import { MarketList } from '@bullring/server/config/market-fields'
import { DEFAULT_SYMBOL } from '@bullring/wire/fields'
import type { Address } from 'viem'
import { readRecorded } from '../../chain/resolve-market.ts'
import type { Variables } from '../../setup/env-file.ts'

/** A market that the settings name, or that `npm run deploy` recorded. */
export type ServedMarket = { symbol: string; prediction: Address; startBlock: number | null }

/** Returns the markets of settings; none before the deployment. */
export async function servedMarkets(start: Variables): Promise<readonly ServedMarket[]> {
  const { GAME_MARKETS, PREDICTION_ADDRESS, START_BLOCK, MARKET_FILE, CHAIN_ID } = start
  const first = START_BLOCK ? Number(START_BLOCK) : null
  if (GAME_MARKETS) {
    return MarketList.parse(GAME_MARKETS).map(({ symbol, address, startBlock }) => ({
      symbol,
      prediction: address,
      startBlock: startBlock ?? first,
    }))
  }
  const symbol = DEFAULT_SYMBOL
  if (PREDICTION_ADDRESS)
    return [{ symbol, prediction: PREDICTION_ADDRESS as Address, startBlock: first }]
  const recorded = await readRecorded(addressFileOf(Number(CHAIN_ID), MARKET_FILE))
  if (recorded === null) return []
  return [{ symbol, prediction: recorded.prediction, startBlock: recorded.startBlock }]
}
