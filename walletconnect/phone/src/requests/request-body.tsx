import styles from './request-body.module.css'

/** The body of a request. */
export function RequestBody({ children }: { children: React.ReactNode }) {
  return <div className={styles['body']}>{children}</div>
}
