import type { Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import type { PlayLimits } from './device-settings.ts'

/** Remainder of the player's own limits. */
export type Allowance = {
  /** The most that can be staked now; null without a limit. */
  left: Wei | null
  /** End of a break from betting, in milliseconds since 1970; null outside of a break. */
  breakUntilMs: number | null
}

/**
 * Returns the allowance of the limits at a time of this device's clock.
 *
 * @param most - The operator's limit of stakes per day, which holds besides the player's; null for none.
 */
export function allowance(limits: PlayLimits, nowMs: number, most: Wei | null = null): Allowance {
  const limit = lower(dailyLimit(limits, nowMs), most)
  const rest = limit === null ? null : limit - stakedOn(limits, nowMs)
  return {
    left: rest === null ? null : toWei(rest > 0n ? rest : 0n),
    breakUntilMs: limits.breakUntilMs > nowMs ? limits.breakUntilMs : null,
  }
}

function lower(one: Wei | null, other: Wei | null): Wei | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

/** Reason why the limits do not allow a bet. */
type Refusal = { kind: 'break'; untilMs: number } | { kind: 'limit'; left: Wei }

/** Returns the reason why a bet of `amount` is not allowed; null when it is. */
export function refusalOf({ left, breakUntilMs }: Allowance, amount: Wei): Refusal | null {
  if (breakUntilMs !== null) return { kind: 'break', untilMs: breakUntilMs }
  return left === null || amount <= left ? null : { kind: 'limit', left }
}

/** Returns the daily limit that applies at `nowMs`; null for none. */
export function dailyLimit({ dailyStake, nextDailyStake }: PlayLimits, nowMs: number): Wei | null {
  const text =
    nextDailyStake !== null && nextDailyStake.fromMs <= nowMs ? nextDailyStake.amount : dailyStake
  return text === null ? null : toWei(BigInt(text))
}

/** Returns the limits after a bet. */
export function withStake(limits: PlayLimits, amount: Wei, nowMs: number): PlayLimits {
  const sum = stakedOn(limits, nowMs) + amount
  return { ...limits, staked: { day: dayOf(nowMs), amount: sum.toString() } }
}

/** Returns the limits after a counted bet was not placed. One of another day no longer counts. */
export function withoutStake(limits: PlayLimits, amount: Wei, nowMs: number): PlayLimits {
  const staked = stakedOn(limits, nowMs)
  const sum = staked > amount ? staked - amount : 0n
  return { ...limits, staked: { day: dayOf(nowMs), amount: sum.toString() } }
}

/** Returns the limits with another daily limit. A lower one applies at once, a higher one from tomorrow. */
export function withDailyLimit(limits: PlayLimits, next: Wei | null, nowMs: number): PlayLimits {
  const now = dailyLimit(limits, nowMs)
  const isHigher = now !== null && (next === null || next > now)
  if (!isHigher) return { ...limits, dailyStake: toText(next), nextDailyStake: null }
  const nextDailyStake = { amount: toText(next), fromMs: tomorrow(nowMs) }
  return { ...limits, dailyStake: toText(now), nextDailyStake }
}

/** Returns the limits with a break, which cannot be shortened. */
export function withBreak(limits: PlayLimits, untilMs: number): PlayLimits {
  return { ...limits, breakUntilMs: Math.max(limits.breakUntilMs, untilMs) }
}

function stakedOn({ staked }: PlayLimits, nowMs: number): bigint {
  return staked.day === dayOf(nowMs) ? BigInt(staked.amount) : 0n
}

/** The day of the player's own calendar: "2026-07-14". */
function dayOf(timeMs: number): string {
  const date = new Date(timeMs)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

function tomorrow(nowMs: number): number {
  return new Date(nowMs).setHours(24, 0, 0, 0)
}

function toText(amount: Wei | null): string | null {
  return amount === null ? null : amount.toString()
}
