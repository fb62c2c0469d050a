import styles from './spinner.module.css'

/** Something is under way; words beside it say what. Stands still where motion is unwanted. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <span className={styles['spinner']} style={{ width: size, height: size }} aria-hidden />
}
