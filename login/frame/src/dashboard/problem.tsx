import styles from './dashboard.module.css'

/** A failure, announced when it appears. */
export function Problem({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <p className={styles['problem']} role="alert">
      {text}
    </p>
  )
}
