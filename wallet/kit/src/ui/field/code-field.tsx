import { typedDigits } from '@bullring/wire/text/plain-text'
import { type Ref, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import styles from './code-field.module.css'

/** Digits of a one-time code. */
const LENGTH = 6

const BOXES = Array.from({ length: LENGTH }, (_, index) => index)

type CodeFieldProps = {
  /** Accessible name. */
  label: string
  /** Id of the element that describes the field. */
  describedBy?: string
  isInvalid: boolean
  onComplete: (code: string) => void
  /** A prop named `ref` reaches no component in React 18. */
  inputRef?: Ref<HTMLInputElement>
}

/**
 * Six boxes for a one-time code. They are one input, so that phones fill in the code of a message, and pasting,
 * deleting and screen readers work as in every field. Editing a complete code again submits it only when it is
 * complete again.
 */
export function CodeField({ label, describedBy, isInvalid, onComplete, inputRef }: CodeFieldProps) {
  const id = useId()
  const [code, setCode] = useState('')
  const [isFocused, setFocused] = useState(false)
  const change = (text: string) => {
    const next = typedDigits(text).slice(0, LENGTH)
    setCode(next)
    if (next.length === LENGTH && next !== code) onComplete(next)
  }
  return (
    <div className={classNames(styles['field'], isInvalid && styles['invalid'])}>
      <input
        id={id}
        ref={inputRef}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        aria-label={label}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        value={code}
        onFocus={(event) => {
          setFocused(true)
          // Typing replaces a code that was refused.
          event.target.select()
        }}
        onBlur={() => setFocused(false)}
        onChange={(event) => change(event.target.value)}
      />
      {BOXES.map((index) => (
        <span
          key={index}
          aria-hidden="true"
          className={classNames(
            styles['box'],
            isFocused && index === Math.min(code.length, LENGTH - 1) && styles['current'],
          )}
        >
          {code[index]}
        </span>
      ))}
    </div>
  )
}
