import { type MouseEvent, useRef } from 'react'
import styles from './approval-actions.module.css'
import type { ShownApproval } from './approval-queue.ts'
import type { TransactionDetails } from './approval-request.ts'
import { useArmed } from './use-armed.ts'

type ActionsProps = {
  shown: ShownApproval
  label: 'Sign' | 'Approve'
  /** Whether the request cannot be approved, or not yet. */
  isBlocked?: boolean
  details?: TransactionDetails | undefined
}

/** The two buttons. Only real clicks count, and only on a button that has been visible. */
export function ApprovalActions({ shown, label, isBlocked = false, details }: ActionsProps) {
  const approveButton = useRef<HTMLButtonElement>(null)
  const isArmed = useArmed(approveButton)
  const canApprove = isArmed && !isBlocked && !shown.isWorking

  function approve({ nativeEvent }: MouseEvent): void {
    if (canApprove && nativeEvent.isTrusted) shown.approve(details)
  }

  return (
    <footer className={styles['actions']}>
      <button
        className={styles['cancel']}
        type="button"
        disabled={shown.isWorking}
        onClick={shown.reject}
      >
        Cancel
      </button>
      <button
        className={styles['approve']}
        type="button"
        ref={approveButton}
        aria-disabled={!canApprove}
        aria-busy={shown.isWorking}
        onClick={approve}
      >
        {shown.isWorking ? <WorkingLabel label={label} /> : label}
      </button>
    </footer>
  )
}

function WorkingLabel({ label }: { label: ActionsProps['label'] }) {
  return (
    <>
      <span className={styles['spinner']} aria-hidden="true" />
      {label === 'Sign' ? 'Signing…' : 'Sending…'}
    </>
  )
}
