import type { Position } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import { type Epoch, toUnixSeconds } from '@bullring/prediction/units'
import type { ReactNode } from 'react'
import type { MarketRules } from '#api/market/market-rules.ts'
import type { Round } from '#api/round/round.ts'
import { changeTone } from '#format/change-tone.ts'
import { formatBnb, formatPrice, formatPriceChange, formatTime } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { Headline, Sides } from '../figures/figures.tsx'
import { RoundFigures, RoundSide } from '../figures/round-figures.tsx'
import { ShareBar } from '../figures/share-bar.tsx'
import { hasProof } from '../has-proof.ts'
import { ROUND_MESSAGES, type RoundMessages } from '../round-messages.ts'
import { type UserBet, userLoss } from '../user-bet.ts'
import { ClaimButton } from './claim-button.tsx'
import styles from './expired-card.module.css'
import { Notice } from './notice.tsx'
import { PriceNotice } from './price-notice.tsx'
import { RoundCard } from './round-card.tsx'
import { refundText, winnerName } from './round-text.ts'
import { UserStanding } from './user-standing.tsx'

type ExpiredCardProps = {
  round: Round
  market: MarketRules
  state: RoundState
  /** Seconds until the close price can arrive; null once it can. */
  priceIn: number | null
  userBet: UserBet | undefined
  isClaiming: boolean
  onClaim: () => void
  /** Opens the proof of the result; null where there is no proof. */
  onVerify: (() => void) | null
}

/** The newest closed round: who won, and the button that claims the winnings. */
export function ExpiredCard(props: ExpiredCardProps) {
  const { round, market, state, userBet, isClaiming, onClaim, onVerify } = props
  const messages = useMessages(ROUND_MESSAGES)
  const winner = state.kind === 'settled' ? state.winner : null
  const side = (position: Position) => (
    <RoundSide
      round={round}
      position={position}
      state={state}
      userBet={userBet}
      result={state.kind !== 'settled' ? undefined : winner === position ? 'won' : 'lost'}
    />
  )
  return (
    <RoundCard
      type="expired"
      epoch={round.epoch}
      status={statusOf(round, state, messages)}
      standing={<UserStanding round={round} market={market} state={state} userBet={userBet} />}
    >
      <Headline
        label={messages.closedPrice}
        aside={
          hasProof(round, state) &&
          onVerify && <VerifyButton epoch={round.epoch} onVerify={onVerify} />
        }
      >
        <ClosedPrice round={round} state={state} />
      </Headline>
      <RoundFigures round={round} state={state} />
      <Outcome {...props}>
        {userBet && userBet.claimAmount > 0n && (
          <ClaimButton amount={userBet.claimAmount} isClaiming={isClaiming} onClaim={onClaim} />
        )}
      </Outcome>
      <Sides>
        {side('bull')}
        {side('bear')}
      </Sides>
    </RoundCard>
  )
}

type OutcomeProps = ExpiredCardProps & { children: ReactNode }

/**
 * The reason why the round is refunded or unsettled, the returned part of a lost bet, or the claim button;
 * otherwise the split of the pool.
 */
function Outcome({ round, market, state, priceIn, userBet, children }: OutcomeProps) {
  const messages = useMessages(ROUND_MESSAGES)
  if (state.kind === 'refund')
    return <Notice action={children}>{refundText(state.reason, market.kind, messages)}</Notice>
  if (state.kind === 'empty') return <Notice>{messages.noOneBet}</Notice>
  if (state.kind === 'settling') {
    const { kind, strikeDelay, settlementWindow } = market
    const at = round.times.closeTimestamp
    const refundAt = toUnixSeconds(at + settlementWindow)
    return (
      <PriceNotice
        kind={kind}
        at={at}
        refundAt={refundAt}
        strikeDelay={strikeDelay}
        priceIn={priceIn}
      />
    )
  }
  const loss = userBet && userLoss(round, state, userBet, market)
  if (userBet && loss && loss.returned > 0n) {
    const values = { lost: formatBnb(loss.lost), returned: formatBnb(loss.returned) }
    return (
      <Notice action={children}>
        {userBet.isClaimed ? messages.partlyLostClaimed(values) : messages.partlyLost(values)}
      </Notice>
    )
  }
  if (state.kind === 'settled' && state.winner === null && round.pot > 0n) {
    return (
      <Notice label={messages.won({ winner: winnerName(null) })}>{messages.tieGoesToHouse}</Notice>
    )
  }
  return children || <ShareBar pool={round.pool} />
}

function statusOf({ times }: Round, state: RoundState, messages: RoundMessages): string {
  if (state.kind === 'settled') return messages.won({ winner: winnerName(state.winner) })
  if (state.kind === 'empty') return messages.hadNoBets
  return state.kind === 'refund'
    ? messages.closedAt({ time: formatTime(times.closeTimestamp) })
    : messages.calculating
}

/** The price the round closed at, with the price change or REFUND beside it. */
function ClosedPrice({ round, state }: { round: Round; state: RoundState }) {
  const messages = useMessages(ROUND_MESSAGES)
  const { closePrice, priceChange } = round
  if (state.kind === 'refund') {
    return (
      <>
        {closePrice === null ? messages.noPrice : formatPrice(closePrice)}
        <b className={styles['refund']}>{messages.refund}</b>
      </>
    )
  }
  if (closePrice === null) return state.kind === 'empty' ? messages.noPrice : messages.calculating
  return (
    <>
      {formatPrice(closePrice)}
      {priceChange !== null && <ClosingChange change={priceChange} />}
    </>
  )
}

function ClosingChange({ change }: { change: bigint }) {
  const tone = changeTone(change)
  return (
    <span className={classNames(styles['move'], styles[tone])}>
      {tone !== 'even' && <Icon name={tone} size={12} />}
      {formatPriceChange(change)}
    </span>
  )
}

function VerifyButton({ epoch, onVerify }: { epoch: Epoch; onVerify: () => void }) {
  const messages = useMessages(ROUND_MESSAGES)
  return (
    <button
      type="button"
      className={styles['verify']}
      aria-label={`${messages.verify} #${epoch}`}
      aria-haspopup="dialog"
      onClick={onVerify}
    >
      <Icon name="check" size={12} />
      {messages.verify}
    </button>
  )
}
