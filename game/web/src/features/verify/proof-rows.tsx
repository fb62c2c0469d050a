import type { ReactNode } from 'react'
import styles from './proof-rows.module.css'

/** The numbers of a step. */
export function Rows({ children }: { children: ReactNode }) {
  return <dl className={styles['rows']}>{children}</dl>
}

/**
 * A labelled number.
 *
 * @param props.title - The full text of a shortened label.
 */
export function Row(props: { label: string; title?: string; children: ReactNode }) {
  return (
    <div className={styles['row']}>
      <dt title={props.title}>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}

/** A calculation with its numbers. */
export function Formula({ children }: { children: ReactNode }) {
  return <p className={styles['formula']}>{children}</p>
}
