import type { Position } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import type { Wei } from '@bullring/prediction/units'
import type { ReactNode } from 'react'
import type { Round } from '#api/round.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { formatBnb, formatPrice, formatPriceChange } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './expired-card.module.css'
import { Bnb, Figure, Figures, Headline, Side, Sides } from './figures.tsx'
import { Notice } from './notice.tsx'
import type { OwnBet } from './own-bet.ts'
import { RoundCard } from './round-card.tsx'
import { closedAtWords, ROUND_WORDS, refundWords, waitingWords, wonWords } from './round-words.ts'
import { ShareBar } from './share-bar.tsx'
import { shownMultiple } from './shown-multiple.ts'

type ExpiredCardProps = {
  round: Round
  state: RoundState
  ownBet: OwnBet | undefined
  isClaiming: boolean
  onCollect: () => void
}

/** The newest round that has closed: who won, and the way to the winnings. */
export function ExpiredCard({ round, state, ownBet, isClaiming, onCollect }: ExpiredCardProps) {
  const winner = state.kind === 'settled' ? state.winner : null
  const side = (position: Position) => (
    <Side
      position={position}
      multiple={shownMultiple(round, position, state)}
      amount={round.pool[`${position}Amount`]}
      isOwn={ownBet?.position === position}
      result={winner === null ? undefined : winner === position ? 'won' : 'lost'}
    />
  )
  return (
    <RoundCard type="expired" epoch={round.epoch} status={statusOf(round, state)} ownBet={ownBet}>
      <Headline label={ROUND_WORDS.closedPrice}>
        <ClosedPrice round={round} state={state} />
      </Headline>
      <Figures>
        <Figure label={ROUND_WORDS.lockedPrice}>
          {round.lockPrice === null ? ROUND_WORDS.waiting : formatPrice(round.lockPrice)}
        </Figure>
        <Figure label={ROUND_WORDS.prizePool}>
          <Bnb amount={round.pot} />
        </Figure>
      </Figures>
      <Outcome round={round} state={state}>
        {ownBet && ownBet.claimAmount > 0n && (
          <CollectButton
            amount={ownBet.claimAmount}
            isClaiming={isClaiming}
            onCollect={onCollect}
          />
        )}
      </Outcome>
      <Sides>
        {side('bull')}
        {side('bear')}
      </Sides>
    </RoundCard>
  )
}

type OutcomeProps = { round: Round; state: RoundState; children: ReactNode }

/** What there is to say or to do about the result; without either, how the bets were spread. */
function Outcome({ round, state, children }: OutcomeProps) {
  if (state.kind === 'refund')
    return <Notice action={children}>{refundWords(state.reason, round.pot)}</Notice>
  if (state.kind === 'settling') {
    return <Notice isProcess>{waitingWords(round.times.closeTimestamp)}</Notice>
  }
  return children || <ShareBar pool={round.pool} />
}

function statusOf({ times }: Round, state: RoundState): string {
  if (state.kind === 'settled') return wonWords(state.winner)
  return state.kind === 'refund' ? closedAtWords(times.closeTimestamp) : ROUND_WORDS.calculating
}

/** The price the round closed at and, beside it, what that made of it. */
function ClosedPrice({ round, state }: { round: Round; state: RoundState }) {
  const { closePrice, priceChange } = round
  if (state.kind === 'refund') {
    return (
      <>
        {closePrice === null ? ROUND_WORDS.noPrice : formatPrice(closePrice)}
        <b className={styles['refund']}>{ROUND_WORDS.refund}</b>
      </>
    )
  }
  if (closePrice === null) return ROUND_WORDS.calculating
  return (
    <>
      {formatPrice(closePrice)}
      {priceChange !== null && <ClosingMove change={priceChange} />}
    </>
  )
}

function ClosingMove({ change }: { change: bigint }) {
  const tone = change === 0n ? 'even' : change > 0n ? 'up' : 'down'
  return (
    <span className={classNames(styles['move'], styles[tone])}>
      {tone !== 'even' && <Icon name={tone} size={12} />}
      {formatPriceChange(change)}
    </span>
  )
}

type CollectButtonProps = { amount: Wei; isClaiming: boolean; onCollect: () => void }

function CollectButton({ amount, isClaiming, onCollect }: CollectButtonProps) {
  return (
    <Button isPending={isClaiming} onClick={onCollect}>
      {isClaiming ? ROUND_WORDS.collecting : `${ROUND_WORDS.collect} ${formatBnb(amount)} BNB`}
    </Button>
  )
}
