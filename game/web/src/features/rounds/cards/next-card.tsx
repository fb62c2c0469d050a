import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import { isOneSided, type Position } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { ReactNode } from 'react'
import { type MarketRules, returnsOneSided } from '#api/market/market-rules.ts'
import type { Round } from '#api/round/round.ts'
import { formatBnb, formatTime } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { POSITION_TONES } from '#ui/position-messages.ts'
import { Bnb, Headline, Sides } from '../figures/figures.tsx'
import { RoundSide } from '../figures/round-figures.tsx'
import { ShareBar } from '../figures/share-bar.tsx'
import { ROUND_MESSAGES, type RoundMessages } from '../round-messages.ts'
import type { UserBet } from '../user-bet.ts'
import styles from './next-card.module.css'
import { Notice } from './notice.tsx'
import { RoundCard } from './round-card.tsx'
import { refundText } from './round-text.ts'
import { UserStanding } from './user-standing.tsx'

type NextCardProps = {
  round: Round
  market: MarketRules
  /** Seconds until the lock price can arrive; null before the lock and once it can. */
  priceIn: number | null
  state: RoundState
  /** First round without bets, this round or a later one; null unless bets are paused or about to be. */
  firstPausedEpoch: Epoch | null
  /** Collects a refund: a round that the operator missed stays on this card. */
  claimButton?: ReactNode
  userBet: UserBet | undefined
  /** Side of the pending bet on this round: a second bet would revert and cost gas. */
  pendingSide: Position | null
  /** The server cannot be reached: the odds may be old, and a bet would fail. */
  isOffline: boolean
  /** One-tap bets; null while they are off. */
  oneTap: CardOneTap | null
  /** Undoes a bet by one tap, when its side is pressed again. */
  onEnter: (position: Position) => void
}

/** State of one-tap bets that the buttons show. */
export type CardOneTap = {
  stake: Wei
  /** The bet that is not in a block yet. */
  bet: { position: Position; epoch: Epoch; stage: 'undoable' | 'sent' } | null
}

/** The round that takes bets. */
export function NextCard(props: NextCardProps) {
  const { round, market, userBet } = props
  const messages = useMessages(ROUND_MESSAGES)
  const state = props.state.kind === 'refund' ? props.state : provisionalState(round, market.kind)
  const side = (position: Position) => (
    <RoundSide round={round} position={position} state={state} userBet={userBet}>
      <EnterButton {...props} position={position} />
    </RoundSide>
  )
  return (
    <RoundCard
      type="next"
      epoch={round.epoch}
      status={statusOf(props, messages)}
      standing={
        <UserStanding round={round} market={market} state={props.state} userBet={userBet} />
      }
    >
      <Headline label={messages.prizePool}>
        <Bnb amount={round.pot} />
      </Headline>
      <NextNotice {...props} isOneSided={state.kind === 'refund'} />
      <Sides>
        {side('bull')}
        {side('bear')}
      </Sides>
    </RoundCard>
  )
}

/**
 * Opens the bet dialog or bets with one tap, or says why it does not. Stays focusable once the visitor has bet: the focus returns to it
 * when the dialog closes.
 */
function EnterButton(props: NextCardProps & { position: Position }) {
  const { round, position, state, userBet, isOffline, oneTap, onEnter } = props
  const messages = useMessages(ROUND_MESSAGES)
  const tapped = oneTap?.bet?.epoch === round.epoch ? oneTap.bet : null
  const pendingSide = props.pendingSide ?? tapped?.position ?? null
  const isUndoable = tapped?.position === position && tapped.stage === 'undoable'
  const isPending = pendingSide === position && !isUndoable
  return (
    <Button
      tone={POSITION_TONES[position]}
      className={classNames(styles['enter'], isUndoable && styles['undo'])}
      disabled={state.kind !== 'open' || isPaused(props)}
      isBlocked={userBet !== undefined || (pendingSide !== null && !isUndoable) || isOffline}
      isPending={isPending}
      isPressable
      onClick={() => onEnter(position)}
    >
      {enterText({ position, userBet, isPending, isUndoable, oneTap }, messages)}
    </Button>
  )
}

type EnterState = Pick<NextCardProps, 'userBet' | 'oneTap'> & {
  position: Position
  isPending: boolean
  isUndoable: boolean
}

function enterText(
  { position, userBet, isPending, isUndoable, oneTap }: EnterState,
  messages: RoundMessages,
): string {
  if (userBet?.position === position) {
    return messages.youAreIn({ position, stake: formatBnb(userBet.stake) })
  }
  if (isUndoable) return messages.undo
  if (oneTap === null) return isPending ? messages.waitingForWallet : messages.enter({ position })
  if (isPending) return messages.sendingBet
  return messages.enterStake({ position, stake: formatUnits(oneTap.stake, COIN_DECIMALS) })
}

type NextNoticeProps = NextCardProps & { isOneSided: boolean }

/** The reason why stakes are returned or the round waits; otherwise the split of the pool. */
function NextNotice({ round, market, state, claimButton, isOneSided }: NextNoticeProps) {
  const messages = useMessages(ROUND_MESSAGES)
  if (state.kind === 'refund') {
    return (
      <Notice label={messages.refund} action={claimButton}>
        {refundText(round, state.reason, market.kind, messages)}
      </Notice>
    )
  }
  if (market.kind === 'pancake-v2' && state.kind !== 'open' && round.pot > 0n) {
    const refundAt = toUnixSeconds(round.times.closeTimestamp + market.settlementWindow)
    return <Notice isProcess>{messages.refundAfter({ time: formatTime(refundAt) })}</Notice>
  }
  return isOneSided ? <Notice>{messages.oneSidedSoFar}</Notice> : <ShareBar pool={round.pool} />
}

function isPaused({ round, firstPausedEpoch }: NextCardProps): boolean {
  return firstPausedEpoch !== null && round.epoch >= firstPausedEpoch
}

function statusOf(props: NextCardProps, messages: RoundMessages): string {
  const { round, market, state, firstPausedEpoch, isOffline, priceIn } = props
  const { lockTimestamp, closeTimestamp } = round.times
  if (state.kind === 'refund') return messages.closedAt({ time: formatTime(closeTimestamp) })
  if (isOffline) return messages.offline
  if (isPaused(props)) return messages.paused
  if (state.kind === 'open') {
    const locks = firstPausedEpoch === null ? messages.locksAt : messages.locksThenPauses
    return locks({ time: formatTime(lockTimestamp) })
  }
  if (market.kind === 'pancake-v2') return messages.waitingForOperator
  return priceIn === null ? messages.locking : messages.priceIn({ seconds: priceIn })
}

/** The outcome if no more bets came in: with one side empty, every stake is refunded. */
function provisionalState({ pool, pot }: Round, kind: MarketRules['kind']): RoundState {
  return returnsOneSided(kind) && pot > 0n && isOneSided(pool)
    ? { kind: 'refund', reason: 'one-sided' }
    : { kind: 'open' }
}
