import styles from './whole-address.module.css'

/** A full address that breaks in the middle only. */
export function WholeAddress({ address }: { address: string }) {
  const middle = Math.ceil(address.length / 2)
  return (
    <>
      <span className={styles['half']}>{address.slice(0, middle)}</span>
      <span className={styles['half']}>{address.slice(middle)}</span>
    </>
  )
}
