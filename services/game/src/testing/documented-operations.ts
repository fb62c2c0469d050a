import { gameOperations } from '../app/game-operations.ts'

/** Every operation, for its description only: no handler may be called. */
export const DOCUMENTED_OPERATIONS = Object.values(
  gameOperations(
    {
      config: {
        http: {},
        chain: { publicRpcUrls: [] },
        market: {},
        faucetPrivateKey: null,
        keeper: null,
      },
      contract: { kind: 'bullring', schedule: {} },
      market: {},
      health: { probes: () => ({}) },
    } as never,
    { settled: () => null } as never,
  ),
).flat()
