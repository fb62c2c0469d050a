import type { DisplayType } from '@bullring/prediction/round-state'
import type { Round } from '#api/round/round.ts'
import type { Rounds } from '#features/rounds/use-rounds.ts'
import type { UserBet, UserBets } from '#features/rounds/user-bet.ts'

/** A bet on a round that has no result yet, and the card that shows the round. */
export type OpenBet = { card: DisplayType; round: Round; userBet: UserBet }

/** Cards in the order in which their rounds end. */
const CARDS: readonly DisplayType[] = ['expired', 'live', 'next']

/** Returns the visitor's bets on rounds that have no result yet. */
export function openBets(rounds: Rounds, userBets: UserBets): OpenBet[] {
  return CARDS.flatMap((card) => {
    const shown = rounds[card]
    if (shown.kind !== 'ready') return []
    const { round } = shown
    const userBet = userBets.get(round.epoch)
    const isDecided = round.state.kind === 'settled' || round.state.kind === 'refund'
    return userBet === undefined || isDecided ? [] : [{ card, round, userBet }]
  })
}
