import { gameOperations } from '../app/game-operations.ts'
import { createMarkets } from '../app/markets.ts'

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
    markets: createMarkets([], 'usual'),
    limits: { rateLimiter: () => null },
    databases: {},
    metrics: {},
  } as never),
).flat()
