import { useEffect } from 'react'
import type { Notice } from '#wallet/phone-state.ts'
import { usePhone, usePhoneState } from '#wallet/use-phone.ts'
import styles from './notices.module.css'

/** Long enough to read two sentences. */
const SHOWN_MS = 8_000

/** Recent events, at the foot of the wallet. */
export function Notices() {
  const { notices } = usePhoneState()
  return (
    <div role="status" className={styles['notices']}>
      {notices.map((notice) => (
        <NoticeLine key={notice.id} notice={notice} />
      ))}
    </div>
  )
}

function NoticeLine({ notice }: { notice: Notice }) {
  const phone = usePhone()
  const { id, tone, text } = notice
  useEffect(() => {
    const timer = setTimeout(() => phone.dismiss(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [phone, id])
  return (
    <p className={`${styles['notice']} ${styles[tone]}`}>
      {text}
      <button type="button" aria-label="Dismiss" onClick={() => phone.dismiss(id)}>
        ×
      </button>
    </p>
  )
}
