import styles from './facts.module.css'

/** A list of names and values. */
export function Facts({ children }: { children: React.ReactNode }) {
  return <dl className={styles['facts']}>{children}</dl>
}

/** One of them. */
export function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={styles['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** An address or other code. */
export function Code({ children }: { children: string }) {
  return <code className={styles['code']}>{children}</code>
}
