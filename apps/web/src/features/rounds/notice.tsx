import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './notice.module.css'

type NoticeProps = {
  label?: string
  /** Something is going on: three dots breathe. */
  isProcess?: boolean
  /** What can be done about it. */
  action?: ReactNode
  children: ReactNode
}

/** One line on a card that explains an unusual state. */
export function Notice({ label, isProcess = false, action, children }: NoticeProps) {
  return (
    <div className={classNames(styles['notice'], isProcess && styles['process'])}>
      {label !== undefined && <b className={styles['label']}>{label}</b>}
      {isProcess && <span className={styles['beacon']} aria-hidden="true" />}
      <p>{children}</p>
      {action}
    </div>
  )
}
