import type { Demand } from './demand.ts'
import type { Figures } from './figures.ts'

const CALLS = ['walletList', 'walletRpc', 'walletBalance', 'walletName', 'walletQuote'] as const

/** Returns each call of the wallet service: its rate in the busiest seconds, and the CPU time of `part` for one. */
export function walletLoad(
  { walletCallsPerSecond }: Demand,
  costs: Figures['costs'],
  part: 'wallet' | 'postgres',
): readonly { perSecond: number; cpuMs: number | undefined }[] {
  return CALLS.map((call) => ({
    perSecond: walletCallsPerSecond[call],
    cpuMs: costs[call].cpuMs[part],
  }))
}
