import { Icon, type IconName } from '../image/icon.tsx'
import { SocialIcon } from '../image/social-icon.tsx'
import styles from './row-icon.module.css'

/** An icon in place of a wallet's image. */
export function RowIcon({ name }: { name: IconName }) {
  return (
    <span className={styles['icon']}>
      <Icon name={name} size={22} />
    </span>
  )
}

/** The mark of a site in place of a wallet's image. */
export function RowSocialIcon({ provider }: { provider: string }) {
  return (
    <span className={styles['icon']}>
      <SocialIcon provider={provider} />
    </span>
  )
}
