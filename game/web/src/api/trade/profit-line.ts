import type { ProfitLine as WireProfitLine } from '@bullring/game-api/profit-line'
import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { toSignedAmount } from './trade-stats.ts'

/** The sum of the results up to and including one decided round, in signed wei. */
export type ProfitPoint = {
  /** Its market. */
  symbol: string
  epoch: Epoch
  placedAt: UnixSeconds
  /** Decided rounds so far. */
  rounds: number
  netResults: bigint
}

/** Course of an account's net results. */
export type ProfitLine = {
  /** Oldest first. */
  points: readonly ProfitPoint[]
  /** Rounds won in a row up to now, or lost in a row as a negative number. */
  currentStreak: number
  longestWins: number
  longestLosses: number
}

/** Decodes a profit line. */
export function decodeProfitLine(wire: WireProfitLine): ProfitLine {
  return {
    points: wire.points.map((point) => ({
      symbol: point.symbol,
      epoch: toEpoch(point.epoch),
      placedAt: toUnixSeconds(point.placed_at),
      rounds: point.rounds,
      netResults: toSignedAmount(point.net_results),
    })),
    currentStreak: wire.current_streak,
    longestWins: wire.longest_win_streak,
    longestLosses: wire.longest_loss_streak,
  }
}
