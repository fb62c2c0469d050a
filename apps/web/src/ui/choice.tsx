import { useId } from 'react'
import styles from './choice.module.css'

type ChoiceProps<option extends string> = {
  label: string
  options: readonly option[]
  messages: Readonly<Record<option, string>>
  value: option
  onValue: (value: option) => void
}

/** One of a few options, as a row of pills. */
export function Choice<option extends string>(props: ChoiceProps<option>) {
  const { label, options, messages, value, onValue } = props
  const name = useId()
  return (
    <fieldset className={styles['choice']}>
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
