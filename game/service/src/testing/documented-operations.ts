import { gameOperations } from '../app/game-operations.ts'
import { createLeaderboards } from '../app/markets/leaderboards.ts'
import { createMarkets } from '../app/markets/markets.ts'

const markets = createMarkets([], 'usual')

/** Every operation, for its description only: no handler may be called. */
export const DOCUMENTED_OPERATIONS = Object.values(
  gameOperations({
    config: {
      http: {},
      chain: { publicRpcUrls: [] },
      markets: [{}],
      faucetPrivateKey: null,
      keeper: null,
    },
    markets,
    leaderboards: createLeaderboards({ markets, metrics: {} } as never),
    limits: { rateLimiter: () => null },
    databases: {},
    metrics: {},
  } as never),
).flat()
