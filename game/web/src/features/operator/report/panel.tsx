import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

type PanelProps = {
  title: string
  /** Said beside the title, such as where the figures come from. */
  note?: string
  isWide?: boolean
  children: ReactNode
}

/** One part of the operator's page. */
export function Panel({ title, note, isWide = false, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`${styles['panel']} ${isWide ? styles['wide'] : ''}`}>
      <header className={styles['head']}>
        <h2 id={id}>{title}</h2>
        {note !== undefined && <p>{note}</p>}
      </header>
      {children}
    </section>
  )
}

type StateProps = { tone: 'good' | 'bad' | 'quiet'; children: ReactNode }

/** A state in one word. */
export function State({ tone, children }: StateProps) {
  return <span className={`${styles['state']} ${styles[tone]}`}>{children}</span>
}

/** A list of names and values in one column. */
export function Rows({ children }: { children: ReactNode }) {
  return <dl className={styles['rows']}>{children}</dl>
}

/** One name and its value. */
export function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles['row']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
