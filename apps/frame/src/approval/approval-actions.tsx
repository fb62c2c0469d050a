import { type MouseEvent, useRef } from 'react'
import { useMessages } from '#i18n/messages-context.ts'
import styles from './approval-actions.module.css'
import type { ShownApproval } from './approval-queue.ts'
import type { TransactionDetails } from './approval-request.ts'
import { useArmed } from './use-armed.ts'

type ActionsProps = {
  shown: ShownApproval
  action: 'sign' | 'approve'
  /** Whether the request cannot be approved, or not yet. */
  isBlocked?: boolean
  details?: TransactionDetails | undefined
}

/** The two buttons. Only real clicks count, and only on a button that has been visible. */
export function ApprovalActions({ shown, action, isBlocked = false, details }: ActionsProps) {
  const { approval: texts } = useMessages()
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
        {texts.cancel}
      </button>
      <button
        className={styles['approve']}
        type="button"
        ref={approveButton}
        aria-disabled={!canApprove}
        aria-busy={shown.isWorking}
        onClick={approve}
      >
        {shown.isWorking ? <WorkingLabel action={action} /> : texts[action]}
      </button>
    </footer>
  )
}

function WorkingLabel({ action }: { action: ActionsProps['action'] }) {
  const { approval: texts } = useMessages()
  return (
    <>
      <span className={styles['spinner']} aria-hidden="true" />
      {action === 'sign' ? texts.signing : texts.sending}
    </>
  )
}
