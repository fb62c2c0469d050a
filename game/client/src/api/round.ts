import type { Round as WireRound } from '@bullring/game-api/round'
import { COIN_DECIMALS, PRICE_DECIMALS, parseUnits } from '@bullring/prediction/decimal'
import type { Pool, Position } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import type { RoundTimes } from '@bullring/prediction/schedule'
import type { BasisPoints, Epoch, PriceE8, Wei } from '@bullring/prediction/units'
import { toBasisPoints, toEpoch, toPriceE8, toUnixSeconds, toWei } from '@bullring/prediction/units'

/** A round with branded units instead of decimal text, and its state as one union. */
export type Round = {
  epoch: Epoch
  times: RoundTimes
  /** Those on the chain; in a round without bets, those that would settle it, whose oracle id is null. */
  lockPrice: PriceE8 | null
  closePrice: PriceE8 | null
  /** Signed: close minus lock price, or last minus lock price for a live round. */
  priceChange: PriceE8 | null
  pool: Pool
  pot: Wei
  multiples: Record<Position, number>
  treasuryFee: BasisPoints
  state: RoundState
  /** The oracle's own counters of the two prices, null without a price. */
  lockOracleId: bigint | null
  closeOracleId: bigint | null
}

/** Decodes a round. */
export function decodeRound(wire: WireRound): Round {
  const lockPrice = toPrice(wire.lock_price ?? wire.expected_lock_price)
  const closePrice = toPrice(wire.close_price ?? wire.expected_close_price)
  return {
    epoch: toEpoch(wire.epoch),
    times: {
      startTimestamp: toUnixSeconds(wire.start_timestamp),
      lockTimestamp: toUnixSeconds(wire.lock_timestamp),
      closeTimestamp: toUnixSeconds(wire.close_timestamp),
    },
    lockPrice,
    closePrice,
    priceChange: toPrice(wire.price_change) ?? changeOf(lockPrice, closePrice),
    pool: { bullAmount: toAmount(wire.bull_amount), bearAmount: toAmount(wire.bear_amount) },
    pot: toAmount(wire.total_amount),
    multiples: { bull: wire.bull_payout, bear: wire.bear_payout },
    treasuryFee: toBasisPoints(wire.treasury_fee),
    state: toState(wire),
    lockOracleId: toOracleId(wire.lock_oracle_id),
    closeOracleId: toOracleId(wire.close_oracle_id),
  }
}

function changeOf(lock: PriceE8 | null, close: PriceE8 | null): PriceE8 | null {
  return lock === null || close === null ? null : toPriceE8(close - lock)
}

/** Converts decimal BNB to wei. */
export function toAmount(text: string): Wei {
  return toWei(parseUnits(text, COIN_DECIMALS))
}

/** Converts decimal USD to a price with 8 decimals. */
export function toPrice(text: string): PriceE8
export function toPrice(text: string | null): PriceE8 | null
export function toPrice(text: string | null): PriceE8 | null {
  return text === null ? null : toPriceE8(parseUnits(text, PRICE_DECIMALS))
}

function toOracleId(text: string | null): bigint | null {
  return text === null ? null : BigInt(text)
}

function toState({ state, winner, refund_reason }: WireRound): RoundState {
  if (state === 'refund') return { kind: 'refund', reason: refund_reason ?? 'no-price' }
  if (state !== 'settled') return { kind: state }
  if (winner === null) return { kind: 'settled', winner: null }
  return { kind: 'settled', winner: winner === 'up' ? 'bull' : 'bear' }
}
