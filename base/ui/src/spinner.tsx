import styles from './spinner.module.css'

/** A turning ring of the text's size, decorative: the element around it is busy. */
export function Spinner() {
  return <span className={styles['spinner']} aria-hidden="true" />
}
