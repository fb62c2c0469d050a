import { type ReactNode, useId } from 'react'
import styles from './switch.module.css'

type SwitchProps = {
  label: string
  /** Effect of the switch, or the reason why it cannot be switched on. */
  hint: ReactNode
  isOn: boolean
  isDisabled?: boolean
  /** A control beside the switch. */
  beside?: ReactNode
  onChange: (isOn: boolean) => void
}

/** A setting that is on or off. */
export function Switch({ label, hint, isOn, isDisabled = false, beside, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles['row']}>
      <div className={styles['text']}>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`} role="status">
          {hint}
        </p>
      </div>
      {beside}
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles['switch']}
        checked={isOn}
        aria-checked={isOn}
        disabled={isDisabled}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  )
}
