import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './notice.module.css'

type NoticeProps = {
  label?: string
  /** Shows the animation of a process that is running. */
  isProcess?: boolean
  /** Button beside the text. */
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
