import { useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './choice.module.css'

type ChoiceProps<option extends string> = {
  label: string
  options: readonly option[]
  messages: Readonly<Record<option, string>>
  value: option
  /** Shows the label on phones, too: the options alone do not name their subject. */
  isLabelled?: boolean
  onValue: (value: option) => void
}

/** One of a few options, as a row of pills. */
export function Choice<option extends string>(props: ChoiceProps<option>) {
  const { label, options, messages, value, isLabelled = false, onValue } = props
  const name = useId()
  return (
    <fieldset className={classNames(styles['choice'], isLabelled && styles['labelled'])}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            checked={option === value}
            onChange={() => onValue(option)}
          />
          {messages[option]}
        </label>
      ))}
    </fieldset>
  )
}
