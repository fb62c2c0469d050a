import type { Position } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import type { Wei } from '@bullring/prediction/units'
import type { Round } from '#api/round.ts'
import { Button } from '#ui/button.tsx'
import { formatBnb, formatPrice, formatPriceChange } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './expired-card.module.css'
import { Bnb, Figure, Figures, Headline, Side, Sides } from './figures.tsx'
import { Notice } from './notice.tsx'
import type { OwnBet } from './own-bet.ts'
import { RoundCard } from './round-card.tsx'
import { ROUND_WORDS, refundWords, waitingWords, wonWords } from './round-words.ts'

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
      multiple={round.multiples[position]}
      amount={round.pool[`${position}Amount`]}
      result={winner === null ? undefined : winner === position ? 'won' : 'lost'}
    />
  )
  return (
    <RoundCard type="expired" epoch={round.epoch} status={statusOf(state)} ownBet={ownBet}>
      <Headline label={ROUND_WORDS.closedPrice}>
        {round.closePrice === null ? ROUND_WORDS.calculating : formatPrice(round.closePrice)}
        <ClosingMove change={round.priceChange} isDecided={round.closePrice !== null} />
      </Headline>
      <Figures>
        <Figure label={ROUND_WORDS.lockedPrice}>
          {round.lockPrice === null ? ROUND_WORDS.waiting : formatPrice(round.lockPrice)}
        </Figure>
        <Figure label={ROUND_WORDS.prizePool}>
          <Bnb amount={round.pot} />
        </Figure>
      </Figures>
      {state.kind === 'refund' && (
        <Notice label={ROUND_WORDS.refund}>{refundWords(state.reason)}</Notice>
      )}
      {state.kind === 'settling' && (
        <Notice isProcess>{waitingWords(round.times.closeTimestamp)}</Notice>
      )}
      {ownBet && ownBet.claimAmount > 0n && (
        <CollectButton amount={ownBet.claimAmount} isClaiming={isClaiming} onCollect={onCollect} />
      )}
      <Sides>
        {side('bull')}
        {side('bear')}
      </Sides>
    </RoundCard>
  )
}

function statusOf(state: RoundState): string {
  if (state.kind === 'settled') return wonWords(state.winner)
  return state.kind === 'refund' ? ROUND_WORDS.refund : ROUND_WORDS.calculating
}

function ClosingMove({ change, isDecided }: { change: bigint | null; isDecided: boolean }) {
  if (change === null || !isDecided) return null
  const tone = change === 0n ? 'even' : change > 0n ? 'up' : 'down'
  return (
    <span className={[styles['move'], styles[tone]].join(' ')}>
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
