import { Code } from '@bullring/ui/facts'
import { useState } from 'react'
import { usePhone, usePhoneState } from '#wallet/use-phone.ts'
import styles from './copy-address.module.css'

/** The address, whole: a press copies it. */
export function CopyAddress() {
  const phone = usePhone()
  const { address } = usePhoneState()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      phone.notify(
        'problem',
        'The browser does not let this page copy. Select the address instead.',
      )
    }
  }
  return (
    <div className={styles['address']}>
      <Code>{address}</Code>
      <button type="button" onClick={() => void copy()} onBlur={() => setCopied(false)}>
        <span className={styles['label']} aria-live="polite">
          {isCopied ? 'Copied' : 'Copy'}
        </span>
      </button>
    </div>
  )
}
