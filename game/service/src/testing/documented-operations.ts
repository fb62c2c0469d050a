import { gameOperations } from '../app/game-operations.ts'
import { Markets } from '../app/markets/markets.ts'

/** Every operation, for its description only: no handler may be called. */
export const DOCUMENTED_OPERATIONS = Object.values(
  gameOperations({
    config: {
      http: {},
      chain: { publicRpcUrls: [] },
      markets: [{}],
      faucetPrivateKey: null,
      keeper: null,
      operator: { token: null, services: [] },
      signIn: 'off',
    },
    markets: new Markets([]),
    limits: { rateLimiter: () => null },
    metrics: {},
    operator: null,
  } as never),
).flat()
