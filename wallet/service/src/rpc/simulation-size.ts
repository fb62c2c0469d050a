import { MAX_SIMULATED_CALLS } from '@bullring/wallet-api/blockchain-api/json-rpc'
import * as z from 'zod/mini'

/** One block with the calls of one operation, as a wallet simulates it before a signature. */
const Simulation = z.object({
  blockStateCalls: z.tuple([
    z.strictObject({
      calls: z.array(z.unknown()).check(z.minLength(1), z.maxLength(MAX_SIMULATED_CALLS)),
    }),
  ]),
})

/** Returns why eth_simulateV1 is not forwarded, or null: nodes execute as many blocks and calls as they are given. */
export function simulationIssue([simulation]: readonly unknown[]): string | null {
  return z.safeParse(Simulation, simulation).success
    ? null
    : `eth_simulateV1 takes one block with 1 to ${MAX_SIMULATED_CALLS} calls, and no overrides`
}

/** Returns the number of calls that an eth_simulateV1 executes; 1 for one that is not forwarded. */
export function simulatedCalls([simulation]: readonly unknown[]): number {
  return z.safeParse(Simulation, simulation).data?.blockStateCalls[0].calls.length ?? 1
}
