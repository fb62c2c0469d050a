import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../image/icon.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import styles from './choice-button.module.css'

type ChoiceButtonProps = {
  /** Selected item, with an image of 28 px. */
  choice: { label: string; image: ReactNode } | null
  /** Shown while nothing is selected. */
  placeholder: string
  /** Read after the label of what is selected. */
  hint: string
  onClick: () => void
}

/** A selected token or currency. Opens a list of them. */
export function ChoiceButton({ choice, placeholder, hint, onClick }: ChoiceButtonProps) {
  return (
    <button
      type="button"
      className={classNames(styles['choice'], choice === null && styles['empty'])}
      onClick={onClick}
    >
      {choice?.image}
      <span className={styles['label']}>{choice?.label ?? placeholder}</span>
      {choice !== null && <VisuallyHidden>, {hint}</VisuallyHidden>}
      <Icon name="down" size={16} />
    </button>
  )
}
