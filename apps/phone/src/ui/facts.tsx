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

/** An address or other code. Addresses break in the middle. */
export function Code({ children: text }: { children: string }) {
  const isAddress = /^0x[0-9a-f]{40}$/i.test(text)
  return (
    <code className={styles['code']}>
      {isAddress ? (
        <>
          <span>{text.slice(0, 22)}</span>
          <wbr />
          <span>{text.slice(22)}</span>
        </>
      ) : (
        text
      )}
    </code>
  )
}
