import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** A list of names and values. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles['facts']}>{children}</dl>
}

/** One name and its value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** An address or other long code, whole: its middle is what a lookalike would change. */
export function Code({ children }: { children: string }) {
  const middle = Math.ceil(children.length / 2)
  const isAddress = children.length <= MAX_ADDRESS_LENGTH
  return (
    <code className={styles['code']}>
      {isAddress ? (
        <>
          {children.slice(0, middle)}
          <wbr />
          {children.slice(middle)}
        </>
      ) : (
        children
      )}
    </code>
  )
}

/** Addresses wrap in the middle. */
const MAX_ADDRESS_LENGTH = 66
