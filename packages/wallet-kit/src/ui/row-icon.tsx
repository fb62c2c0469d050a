import { Icon, type IconName } from './icon.tsx'
import styles from './row-icon.module.css'

/** An icon in place of a wallet's image. */
export function RowIcon({ name }: { name: IconName }) {
  return (
    <span className={styles['icon']}>
      <Icon name={name} size={22} />
    </span>
  )
}
