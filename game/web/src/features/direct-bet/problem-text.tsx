import styles from './problem-text.module.css'

/** Why a form cannot be submitted. */
export function ProblemText({ text }: { text: string }) {
  return (
    <p role="alert" className={styles['problem']}>
      {text}
    </p>
  )
}
