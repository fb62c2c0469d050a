import type { Profile } from './figures.ts'

/** Calls of the wallet service, by their name in docs/scale/costs.json. */
type WalletCall = 'walletList' | 'walletRpc' | 'walletBalance' | 'walletName' | 'walletQuote'

/** What an audience asks for, per second, in the busiest seconds of the day: those before a lock in the peak hour. */
export type Demand = {
  players: number
  online: number
  betsPerDay: number
  betsPerSecond: number
  readsPerSecond: { cached: number; uncached: number; account: number }
  streams: number
  broadcastsPerSecond: number
  relayMessagesPerSecond: number
  loginsPerSecond: number
  walletCallsPerSecond: Readonly<Record<WalletCall, number>>
}

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3_600

/** @param players - Players on one day. */
export function demandOf(players: number, { audience, chain }: Profile): Demand {
  const online = players * audience.shareOnlineAtPeak.value
  const betsPerDay = players * audience.betsPerPlayerAndDay.value
  const peakHour = audience.peakHourShare.value / HOUR_SECONDS
  const betsPerSecond = betsPerDay * peakHour * audience.lockFactorBets.value
  const reads =
    ((online * audience.readsPerPlayerAndMinute.value) / 60) * audience.lockFactorReads.value
  const [cached, account] = [audience.cachedShare.value, audience.accountShare.value]
  return {
    ...{ players, online, betsPerDay, betsPerSecond },
    readsPerSecond: {
      cached: reads * cached,
      account: reads * account,
      uncached: reads * (1 - cached - account),
    },
    streams: online * audience.streamsPerPlayer.value,
    broadcastsPerSecond: 1 / chain.blockSeconds.value,
    relayMessagesPerSecond: betsPerSecond * audience.relayMessagesPerBet.value,
    loginsPerSecond: players * audience.loginsPerPlayerAndDay.value * peakHour,
    walletCallsPerSecond: walletCalls(
      { playersPerSecond: players * peakHour, betsPerSecond },
      audience,
    ),
  }
}

/** Each bet reads the chain; the other calls come at any time of a round. */
function walletCalls(
  { playersPerSecond, betsPerSecond }: { playersPerSecond: number; betsPerSecond: number },
  audience: Profile['audience'],
): Demand['walletCallsPerSecond'] {
  return {
    walletList: playersPerSecond * audience.walletListsPerPlayerAndDay.value,
    walletRpc: betsPerSecond * audience.rpcReadsPerBet.value,
    walletBalance: playersPerSecond * audience.balancesPerPlayerAndDay.value,
    walletName: playersPerSecond * audience.namesPerPlayerAndDay.value,
    walletQuote: playersPerSecond * audience.quotesPerPlayerAndDay.value,
  }
}

/** Average of a day, relative to the rate of its peak hour. */
export function averageToPeakHour({ audience }: Profile): number {
  return HOUR_SECONDS / DAY_SECONDS / audience.peakHourShare.value
}
