import { betStanding } from '@bullring/prediction/bet-standing'
import type { RoundState } from '@bullring/prediction/round-state'
import type { PriceE8 } from '@bullring/prediction/units'
import { type MarketRules, standingRules } from '#api/market/market-rules.ts'
import type { Round } from '#api/round/round.ts'
import { useChainTime } from '#chain/clock/use-chain-time.ts'
import { StandingLine } from '#ui/standing-line.tsx'
import { useCurrentState } from '../use-current-state.ts'
import type { UserBet } from '../user-bet.ts'

type UserStandingProps = {
  round: Round
  market: MarketRules
  state: RoundState
  /** Null where it does not matter: before the lock and after the close. */
  lastPrice?: PriceE8 | null
  userBet: UserBet | undefined
}

/** The visitor's bet on a card's round and how it stands; nothing without a bet. */
export function UserStanding(props: UserStandingProps) {
  return props.userBet === undefined ? null : <Standing {...props} userBet={props.userBet} />
}

/** Like `UserStanding`, outside the round's card. */
export function LiveStanding(props: Omit<UserStandingProps, 'state'> & { userBet: UserBet }) {
  return <Standing {...props} state={useCurrentState(props.round)} />
}

function Standing(props: UserStandingProps & { userBet: UserBet }) {
  const { round, market, state, lastPrice = null, userBet } = props
  const { position, stake } = userBet
  const { lockTimestamp, closeTimestamp } = round.times
  const end = state.kind === 'open' ? lockTimestamp : closeTimestamp
  const secondsLeft = useChainTime((now) => (now === null || now >= end ? null : end - now))
  const rules = standingRules(market, round.treasuryFee)
  return (
    <StandingLine
      position={position}
      stake={stake}
      standing={betStanding({ position, amount: stake }, { ...round, state }, lastPrice, rules)}
      secondsLeft={secondsLeft}
      ends={state.kind === 'open' ? 'locks' : 'ends'}
    />
  )
}
