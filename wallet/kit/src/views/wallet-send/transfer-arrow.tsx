import { Icon } from '#ui/image/icon.tsx'
import styles from './transfer-arrow.module.css'

/** The arrow between what is sent and who receives it. */
export function TransferArrow() {
  return (
    <span className={styles['arrow']}>
      <Icon name="down" size={18} />
    </span>
  )
}
