import styles from './whole-address.module.css'

/** An address with every digit; where it does not fit it breaks in the middle, and only there. */
export function WholeAddress({ address }: { address: string }) {
  const middle = Math.ceil(address.length / 2)
  return (
    <>
      <span className={styles['half']}>{address.slice(0, middle)}</span>
      <span className={styles['half']}>{address.slice(middle)}</span>
    </>
  )
}
