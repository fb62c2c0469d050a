import styles from './notice.module.css'

type NoticeProps = { tone: 'warning' | 'quiet'; children: React.ReactNode }

/** A sentence that stands out. Warnings are announced. */
export function Notice({ tone, children }: NoticeProps) {
  return (
    <p
      className={`${styles['notice']} ${styles[tone]}`}
      role={tone === 'warning' ? 'alert' : undefined}
    >
      {children}
    </p>
  )
}
