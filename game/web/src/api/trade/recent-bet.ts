import { toAmount } from '@bullring/client/round'
import type { RecentBet as WireBet } from '@bullring/game-api/recent-bets'
import type { Position } from '@bullring/prediction/payout'
import type { Epoch, UnixSeconds, Wei } from '@bullring/prediction/units'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import type { Address } from 'viem'

/** A bet of any account. */
export type RecentBet = {
  account: Address
  epoch: Epoch
  position: Position
  stake: Wei
  placedAt: UnixSeconds
}

/** Decodes a bet. */
export function decodeRecentBet(wire: WireBet): RecentBet {
  return {
    account: wire.user_address as Address,
    epoch: toEpoch(wire.epoch),
    position: wire.direction === 1 ? 'bull' : 'bear',
    stake: toAmount(wire.position_amount),
    placedAt: toUnixSeconds(wire.placed_at),
  }
}
