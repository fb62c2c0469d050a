import type { ReactNode } from 'react'
import styles from './empty-panel.module.css'

type EmptyPanelProps = {
  title: string
  /** A second line: why, or what to do. */
  hint?: string
  children?: ReactNode
}

/** Content of a panel without data. */
export function EmptyPanel({ title, hint, children }: EmptyPanelProps) {
  return (
    <div className={styles['panel']}>
      <p className={styles['title']}>{title}</p>
      {hint !== undefined && <p>{hint}</p>}
      {children}
    </div>
  )
}
