import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './notice.module.css'

/** Something the user should know before deciding; announced when it appears later. */
export function Notice({ tone, children }: { tone: 'warning' | 'quiet'; children: ReactNode }) {
  return (
    <p
      className={`${styles['notice']} ${styles[tone]}`}
      role={tone === 'warning' ? 'alert' : 'note'}
    >
      {tone === 'warning' && <Icon name="warning" size={18} />}
      <span>{children}</span>
    </p>
  )
}
