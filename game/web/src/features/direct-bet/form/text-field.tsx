import { type ReactNode, useId } from 'react'
import { classNames } from '#ui/class-names.ts'
import { ProblemText } from './problem-text.tsx'
import styles from './text-field.module.css'

type TextFieldProps = {
  label: string
  value: string
  inputMode: 'numeric' | 'decimal'
  isDisabled: boolean
  /** Shown below the field instead of the hint. */
  problem: string | null
  /** Shown below the field while there is no problem. */
  hint?: ReactNode
  /** Beside the input, e.g. a button. */
  action?: ReactNode
  onType: (text: string) => void
}

/** A labelled input with a hint or an error below it. */
export function TextField(props: TextFieldProps) {
  const { label, value, inputMode, isDisabled, problem, hint, action, onType } = props
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={`${id}-input`}>{label}</label>
      <div className={styles['line']}>
        <input
          id={`${id}-input`}
          type="text"
          inputMode={inputMode}
          autoComplete="off"
          value={value}
          disabled={isDisabled}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-note`}
          className={classNames(styles['input'], problem !== null && styles['wrong'])}
          onChange={(event) => onType(event.target.value)}
        />
        {action}
      </div>
      <div id={`${id}-note`} className={styles['note']}>
        {problem === null ? hint : <ProblemText text={problem} />}
      </div>
    </div>
  )
}
