import { toAmount, toPrice } from '@bullring/client/round'
import type { Trade as WireTrade } from '@bullring/game-api/trades-by-user'
import { COIN_DECIMALS, parseUnits } from '@bullring/prediction/decimal'
import type { Pool, Position } from '@bullring/prediction/payout'
import type { Epoch, PriceE8, UnixSeconds, Wei } from '@bullring/prediction/units'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'

/** A bet of an account and its result. */
export type Trade = {
  /** Its market. */
  symbol: string
  epoch: Epoch
  position: Position
  stake: Wei
  /** Signed wei: payout minus stake for a win, else 0. */
  winAmount: bigint
  /** Amount that `claim` would pay now; 0 once claimed. */
  claimAmount: Wei
  /** Part of the stake that comes back without a win, claimed or not: all of a refund, the unmatched part of a loss. */
  returnedAmount: Wei
  /** Null while undecided and for a refund. */
  isWin: boolean | null
  isClaimed: boolean
  transaction: `0x${string}`
  placedAt: UnixSeconds
  lockPrice: PriceE8 | null
  closePrice: PriceE8 | null
  priceChange: PriceE8 | null
  pool: Pool
  pot: Wei
  multiples: Record<Position, number>
  state: WireTrade['state']
}

/** Decodes a trade. */
export function decodeTrade(wire: WireTrade): Trade {
  return {
    symbol: wire.symbol,
    epoch: toEpoch(wire.epoch),
    position: wire.direction === 1 ? 'bull' : 'bear',
    stake: toAmount(wire.position_amount),
    winAmount: parseUnits(wire.win_amount, COIN_DECIMALS),
    claimAmount: toAmount(wire.claim_amount),
    returnedAmount: toAmount(wire.returned_amount),
    isWin: wire.is_win,
    isClaimed: wire.is_claimed,
    transaction: wire.tx_hash,
    placedAt: toUnixSeconds(wire.placed_at),
    lockPrice: toPrice(wire.lock_price),
    closePrice: toPrice(wire.close_price),
    priceChange: toPrice(wire.price_change),
    pool: { bullAmount: toAmount(wire.bull_amount), bearAmount: toAmount(wire.bear_amount) },
    pot: toAmount(wire.total_amount),
    multiples: { bull: wire.bull_payout, bear: wire.bear_payout },
    state: wire.state,
  }
}

/** Identifies a bet of an account: rounds of different markets have the same numbers. */
export function tradeKey({ symbol, epoch }: Pick<Trade, 'symbol' | 'epoch'>): string {
  return `${symbol} ${epoch}`
}

/** Position in a list of bets: the oldest known round of each market, by symbol. */
export type TradeCursor = Readonly<Record<string, Epoch>>

/** Returns the cursor after `trades`, newest first, that followed `cursor`. */
export function cursorAfter(trades: readonly Trade[], cursor: TradeCursor = {}): TradeCursor {
  return { ...cursor, ...Object.fromEntries(trades.map(({ symbol, epoch }) => [symbol, epoch])) }
}

/** Whether `trade` comes after `other` in a list, newest first. Across markets, time decides. */
export function isOlder(trade: Trade, other: Trade): boolean {
  return trade.symbol === other.symbol ? trade.epoch < other.epoch : trade.placedAt < other.placedAt
}
