import styles from './problem-text.module.css'

/** The reason why a form cannot be submitted. */
export function ProblemText({ text }: { text: string }) {
  return (
    <p role="alert" className={styles['problem']}>
      {text}
    </p>
  )
}
