import { lazy, Suspense, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { ApprovalQueue, ShownApproval } from './approval-queue.ts'
import { ApprovalWindowContext } from './approval-window-context.ts'
import { MessageApproval } from './message-approval.tsx'
import { TransactionApproval } from './transaction-approval.tsx'
import { TypedDataApproval } from './typed-data-approval.tsx'
import { useApprovalWindow } from './use-approval-window.ts'

const SolanaApproval = lazy(async () => ({
  default: (await import('./solana-approval.tsx')).SolanaApproval,
}))

const CallsApproval = lazy(async () => ({
  default: (await import('./calls-approval.tsx')).CallsApproval,
}))

const SessionApproval = lazy(async () => ({
  default: (await import('./session-approval.tsx')).SessionApproval,
}))

/** The request on the screen; nothing without one. */
export function ApprovalScreen({ queue }: { queue: ApprovalQueue }) {
  const shown = useSyncExternalStore(queue.subscribe, queue.current)
  return shown && <ShownRequest key={shown.id} shown={shown} />
}

function ShownRequest({ shown }: { shown: ShownApproval }) {
  const { opened, root } = useApprovalWindow()
  return (
    <>
      <ApprovalWindowContext value={opened}>
        <Subject shown={shown} />
      </ApprovalWindowContext>
      {root !== null && createPortal(<Subject shown={shown} />, root)}
    </>
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
