import styles from './spinner.module.css'

/** A decorative progress indicator; still with reduced motion. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <span className={styles['spinner']} style={{ width: size, height: size }} aria-hidden />
}
