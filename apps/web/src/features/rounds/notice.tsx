import type { ReactNode } from 'react'
import styles from './notice.module.css'

type NoticeProps = {
  label?: string
  /** Something is going on: three dots breathe. */
  isProcess?: boolean
  children: ReactNode
}

/** One line on a card that explains an unusual state. */
export function Notice({ label, isProcess = false, children }: NoticeProps) {
  return (
    <p className={[styles['notice'], isProcess && styles['process']].join(' ')}>
      {label !== undefined && <b className={styles['label']}>{label}</b>}
      {isProcess && <span className={styles['beacon']} aria-hidden="true" />}
      <span>{children}</span>
    </p>
  )
}
