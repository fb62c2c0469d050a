import type { OperatorMarket } from '@bullring/game-api/operator'
import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { OwnerAction } from '#chain/contract/owner-actions.ts'

const BASIS_POINTS_IN_PERCENT = 100

/** Returns a fee in percent. */
export function feeText(basisPoints: number): string {
  return `${basisPoints / BASIS_POINTS_IN_PERCENT} %`
}

/** Returns what a change does, before it is signed. */
export function effectOf(
  action: OwnerAction,
  terms: NonNullable<OperatorMarket['terms']>,
  coin: string,
): string {
  switch (action.kind) {
    case 'collect':
      return `Sends ${terms.collectable} ${coin} of collected fees from the contract to your account. Stakes and winnings stay.`
    case 'pause':
      return 'Rounds take no bets from the next one on. The open round takes bets until its lock; settlement and payouts continue.'
    case 'unpause':
      return 'Rounds take bets again at once.'
    case 'minimum':
      return `The smallest bet is ${formatUnits(action.amount, COIN_DECIMALS)} ${coin} instead of ${terms.minimum} ${coin}, from the round after the next one on.`
    case 'fee':
      return `The fee is ${feeText(action.basisPoints)} instead of ${feeText(terms.fee)}, from the round after the next one on. Rounds with bets keep theirs.`
  }
}

/** Returns the changes that make sense now. A pause that is ahead can be called off. */
export function simpleActions(
  terms: NonNullable<OperatorMarket['terms']>,
): readonly ('collect' | 'pause' | 'unpause')[] {
  const isPausing = terms.is_paused || terms.paused_from !== null
  return [
    ...(Number(terms.collectable) > 0 ? (['collect'] as const) : []),
    isPausing ? 'unpause' : 'pause',
  ]
}
