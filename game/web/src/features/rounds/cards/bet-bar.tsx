import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { Position } from '@bullring/prediction/payout'
import type { Wei } from '@bullring/prediction/units'
import type { ReactNode } from 'react'
import type { Round } from '#api/round/round.ts'
import { useMedia } from '#browser/use-media.ts'
import { formatMultiple } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { Icon } from '#ui/icon.tsx'
import { POSITION_MESSAGES, POSITION_TONES } from '#ui/position-messages.ts'
import { ROUND_MESSAGES } from '../round-messages.ts'
import { useCurrentState } from '../use-current-state.ts'
import type { CardProps } from './any-card.tsx'
import styles from './bet-bar.module.css'
import { EnterButton } from './enter-button.tsx'

/** The bar stands beside the clock, and the card of the round, which says that the visitor is in, below it. */
const IS_BESIDE_CLOCK = '(min-width: 48.0625rem)'

type BetBarProps = CardProps & {
  round: Round
  /** Says why the visitor cannot bet. */
  notice?: ReactNode
}

/**
 * Both sides of the open round within reach: beside the clock, on phones at the lower edge of the screen.
 */
export function BetBar(props: BetBarProps) {
  const { round, userBets, pendingSide, isOffline, firstPausedEpoch, isClosed = false } = props
  const { oneTap, onEnter, notice } = props
  const messages = useMessages(ROUND_MESSAGES)
  const state = useCurrentState(round)
  const userBet = userBets.get(round.epoch)
  const isBesideClock = useMedia(IS_BESIDE_CLOCK)
  const button = (position: Position) => (
    <EnterButton
      round={round}
      state={state}
      userBet={userBet}
      pendingSide={pendingSide}
      isOffline={isOffline}
      firstPausedEpoch={firstPausedEpoch}
      isClosed={isClosed}
      oneTap={oneTap}
      position={position}
      label={
        <Label
          position={position}
          multiple={round.multiples[position]}
          stake={userBet?.position === position ? userBet.stake : (oneTap?.stake ?? null)}
        />
      }
      keepsLabel={isBesideClock}
      onEnter={(side) => onEnter(side, round)}
    />
  )
  return (
    <fieldset className={styles['bar']} aria-label={messages.betOn({ epoch: round.epoch })}>
      {notice != null && (
        <div className={styles['notice']} data-notice>
          {notice}
        </div>
      )}
      {button('bull')}
      {button('bear')}
    </fieldset>
  )
}

type LabelProps = {
  position: Position
  multiple: number
  /** Of the visitor's bet, or of a bet with one tap; null without either. */
  stake: Wei | null
}

function Label({ position, multiple, stake }: LabelProps) {
  return (
    <span className={styles['label']}>
      <Icon name={POSITION_TONES[position]} size={12} />
      {useMessages(POSITION_MESSAGES)[position]} <b>{formatMultiple(multiple)}</b>
      {stake !== null && <small>{formatUnits(stake, COIN_DECIMALS)} BNB</small>}
    </span>
  )
}
