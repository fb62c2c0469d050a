import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import type { ApprovalQueue, ShownApproval } from './approval-queue.ts'
import styles from './approval-screen.module.css'
import { MessageApproval } from './message-approval.tsx'
import { TransactionApproval } from './transaction-approval.tsx'
import { TypedDataApproval } from './typed-data-approval.tsx'
import { useHiddenAgain } from './use-hidden-again.ts'

const SolanaApproval = lazy(async () => ({
  default: (await import('./solana-approval.tsx')).SolanaApproval,
}))

const CallsApproval = lazy(async () => ({
  default: (await import('./calls-approval.tsx')).CallsApproval,
}))

const SessionApproval = lazy(async () => ({
  default: (await import('./session-approval.tsx')).SessionApproval,
}))

/** The request on the screen; nothing without one. Hiding the frame rejects it, as Cancel does. */
export function ApprovalScreen({ queue }: { queue: ApprovalQueue }) {
  const shown = useSyncExternalStore(queue.subscribe, queue.current)
  return shown && <ShownRequest key={shown.id} shown={shown} onHidden={queue.rejectShown} />
}

function ShownRequest({ shown, onHidden }: { shown: ShownApproval; onHidden: () => void }) {
  const page = useRef<HTMLElement>(null)
  useHiddenAgain(page, onHidden)
  useEffect(() => page.current?.focus(), [])
  useEffect(() => {
    const rejectOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && event.isTrusted) shown.reject()
    }
    addEventListener('keydown', rejectOnEscape)
    return () => removeEventListener('keydown', rejectOnEscape)
  }, [shown])
  return (
    <main className={styles['page']} ref={page} tabIndex={-1} aria-labelledby="title">
      <Subject shown={shown} />
    </main>
  )
}

function Subject({ shown }: { shown: ShownApproval }) {
  const { subject } = shown.request
  if (subject.kind === 'message') return <MessageApproval shown={shown} subject={subject} />
  if (subject.kind === 'typed-data') return <TypedDataApproval shown={shown} subject={subject} />
  if (subject.kind === 'calls') {
    return (
      <Suspense>
        <CallsApproval shown={shown} subject={subject} />
      </Suspense>
    )
  }
  if (subject.kind === 'grant' || subject.kind === 'revocation') {
    return (
      <Suspense>
        <SessionApproval shown={shown} subject={subject} />
      </Suspense>
    )
  }
  if (subject.kind === 'solana') {
    return (
      <Suspense>
        <SolanaApproval shown={shown} subject={subject} />
      </Suspense>
    )
  }
  return <TransactionApproval shown={shown} subject={subject} />
}
