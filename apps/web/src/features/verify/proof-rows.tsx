import type { ReactNode } from 'react'
import styles from './proof-rows.module.css'

/** Names and numbers of a step. */
export function Rows({ children }: { children: ReactNode }) {
  return <dl className={styles['rows']}>{children}</dl>
}

/** @param props.title - The whole of what the label shortens. */
export function Row(props: { label: string; title?: string; children: ReactNode }) {
  return (
    <div className={styles['row']}>
      <dt title={props.title}>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}

/** A line of arithmetic, as one could type it into a calculator. */
export function Formula({ children }: { children: ReactNode }) {
  return <p className={styles['formula']}>{children}</p>
}
