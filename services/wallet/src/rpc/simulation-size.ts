import * as z from 'zod/mini'

/** One block with one call, which is what a wallet shows before a signature. */
const Simulation = z.object({
  blockStateCalls: z.tuple([z.strictObject({ calls: z.tuple([z.unknown()]) })]),
})

/** Returns why eth_simulateV1 is not forwarded, or null: nodes execute as many blocks and calls as they are given. */
export function simulationIssue([simulation]: readonly unknown[]): string | null {
  return z.safeParse(Simulation, simulation).success
    ? null
    : 'eth_simulateV1 takes one block with one call, and no overrides'
}
