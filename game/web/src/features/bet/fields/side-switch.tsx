import type { Position } from '@bullring/prediction/payout'
import { useId } from 'react'
import { formatMultiple } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { POSITION_MESSAGES, POSITION_TONES } from '#ui/position-messages.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { BET_MESSAGES } from '../bet-messages.ts'
import styles from './side-switch.module.css'

const POSITIONS: readonly Position[] = ['bull', 'bear']

type SideSwitchProps = {
  position: Position
  /** Current payout of each side per unit staked. */
  multiples: Readonly<Record<Position, number>>
  isDisabled: boolean
  onChange: (position: Position) => void
}

/** Chooses the side, and shows the current payout of each. */
export function SideSwitch({ position, multiples, isDisabled, onChange }: SideSwitchProps) {
  const messages = useMessages(BET_MESSAGES)
  const names = useMessages(POSITION_MESSAGES)
  const group = useId()
  return (
    <fieldset className={styles['sides']} disabled={isDisabled}>
      <legend>
        <VisuallyHidden>{messages.side}</VisuallyHidden>
      </legend>
      {POSITIONS.map((side) => (
        <label key={side} className={classNames(styles['side'], styles[POSITION_TONES[side]])}>
          <input
            type="radio"
            name={group}
            checked={side === position}
            onChange={() => onChange(side)}
          />
          <Icon name={POSITION_TONES[side]} size={12} />
          {names[side]}
          <span className={styles['multiple']}>
            <VisuallyHidden>{messages.paysNow} </VisuallyHidden>
            {formatMultiple(multiples[side])}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
