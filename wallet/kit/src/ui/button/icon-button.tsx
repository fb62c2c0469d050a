import { Icon, type IconName } from '../image/icon.tsx'
import styles from './icon-button.module.css'

type IconButtonProps = {
  icon: IconName
  /** Accessible name and tooltip. */
  name: string
  onClick: () => void
  isPressed?: boolean
  isDisabled?: boolean
}

/** A button that consists of an icon only. */
export function IconButton({ icon, name, onClick, isPressed, isDisabled }: IconButtonProps) {
  return (
    <button
      type="button"
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
