import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { SocialIcon } from '#ui/image/social-icon.tsx'
import styles from './social-pane.module.css'

type SocialPaneProps = {
  provider: string
  isWaiting: boolean
  title: string
  detail: string
  /** Buttons below the text. */
  children?: ReactNode
}

/** The state of a login by social account. */
export function SocialPane({ provider, isWaiting, title, detail, children }: SocialPaneProps) {
  return (
    <div className={styles['pane']}>
      <span className={classNames(styles['mark'], isWaiting && styles['waiting'])}>
        <SocialIcon provider={provider} size={36} />
      </span>
      <div className={styles['text']} role="status">
        <p className={styles['title']}>{title}</p>
        <p className={classNames(styles['detail'], !isWaiting && styles['failed'])}>{detail}</p>
      </div>
      {children}
    </div>
  )
}
