import { Icon, type IconName } from './icon.tsx'
import styles from './row-icon.module.css'

/** An own icon where other rows have a wallet's picture. */
export function RowIcon({ name }: { name: IconName }) {
  return (
    <span className={styles['icon']}>
      <Icon name={name} size={22} />
    </span>
  )
}
