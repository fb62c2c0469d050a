import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { Position } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import type { Epoch, Wei } from '@bullring/prediction/units'
import type { ReactNode } from 'react'
import type { Round } from '#api/round/round.ts'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { POSITION_TONES } from '#ui/position-messages.ts'
import { ROUND_MESSAGES, type RoundMessages } from '../round-messages.ts'
import type { UserBet } from '../user-bet.ts'
import styles from './enter-button.module.css'

/** The round that takes bets, and what decides whether the visitor can enter it. */
export type EntryProps = {
  round: Round
  state: RoundState
  /** First round without bets, this round or a later one; null unless bets are paused or about to be. */
  firstPausedEpoch: Epoch | null
  userBet: UserBet | undefined
  /** Side of the pending bet on this round: a second bet would revert and cost gas. */
  pendingSide: Position | null
  /** The server cannot be reached: the odds may be old, and a bet would fail. */
  isOffline: boolean
  /** The operator's rules do not let the visitor bet. */
  isClosed?: boolean
  /** One-tap bets; null while they are off. */
  oneTap: CardOneTap | null
  /** Undoes a bet by one tap, when its side is pressed again. */
  onEnter: (position: Position) => void
}

/** State of one-tap bets that the buttons show. */
export type CardOneTap = {
  stake: Wei
  /** The bets of this market that are not in a block yet. */
  bets: readonly { position: Position; epoch: Epoch; stage: 'undoable' | 'sent' }[]
}

type EnterButtonProps = EntryProps & {
  position: Position
  /** Replaces "Enter UP" while the side can be entered. */
  label?: ReactNode
  /** Whether the label also replaces "You are in". */
  keepsLabel?: boolean
}

/**
 * Opens the bet dialog or bets with one tap, or says why it does not. Stays focusable once the visitor has bet: the
 * focus returns to it when the dialog closes.
 */
export function EnterButton({ position, label, keepsLabel = false, ...props }: EnterButtonProps) {
  const { round, state, userBet, isOffline, oneTap, onEnter } = props
  const messages = useMessages(ROUND_MESSAGES)
  const tapped = oneTap?.bets.find(({ epoch }) => epoch === round.epoch) ?? null
  const pendingSide = props.pendingSide ?? tapped?.position ?? null
  const isUndoable = tapped?.position === position && tapped.stage === 'undoable'
  const isPending = pendingSide === position && !isUndoable
  const isEntered = userBet?.position === position
  const hasLabel = (keepsLabel || !isEntered) && !isUndoable && !isPending
  return (
    <Button
      tone={POSITION_TONES[position]}
      className={classNames(styles['enter'], isUndoable && styles['undo'])}
      disabled={state.kind !== 'open' || isPaused(props) || props.isClosed === true}
      isBlocked={userBet !== undefined || (pendingSide !== null && !isUndoable) || isOffline}
      isPending={isPending}
      isPressable
      onClick={() => onEnter(position)}
    >
      {(hasLabel && label) ||
        enterText({ position, userBet, isPending, isUndoable, oneTap }, messages)}
    </Button>
  )
}

type EnterState = Pick<EntryProps, 'userBet' | 'oneTap'> & {
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

/** True when the round takes no bets because of a pause. */
export function isPaused({
  round,
  firstPausedEpoch,
}: Pick<EntryProps, 'round' | 'firstPausedEpoch'>): boolean {
  return firstPausedEpoch !== null && round.epoch >= firstPausedEpoch
}
