import type { Ref } from 'react'
import { Icon, type IconName } from '../image/icon.tsx'
import styles from './icon-button.module.css'

type IconButtonProps = {
  icon: IconName
  /** Accessible name and tooltip. */
  name: string
  onClick: () => void
  isPressed?: boolean
  isDisabled?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A button that consists of an icon only. */
export function IconButton({ icon, name, onClick, isPressed, isDisabled, ref }: IconButtonProps) {
  return (
    <button
      type="button"
      ref={ref}
      className={styles['button']}
      title={name}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
