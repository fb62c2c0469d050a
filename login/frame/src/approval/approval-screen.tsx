import { MessageRequest } from '@bullring/approval/views/message-request'
import type { RequestParts } from '@bullring/approval/views/request-parts'
import { TransactionRequest } from '@bullring/approval/views/transaction-request'
import { TypedDataRequest } from '@bullring/approval/views/typed-data-request'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { ApprovalQueue, ShownApproval } from './approval-queue.ts'
import { ApprovalWindowContext } from './approval-window-context.ts'
import { RequestPage } from './request-page.tsx'
import { useApprovalWindow } from './use-approval-window.ts'

const SolanaApproval = lazy(async () => ({
  default: (await import('#solana/solana-approval.tsx')).SolanaApproval,
}))

const CallsApproval = lazy(async () => ({
  default: (await import('#smart-account/calls-approval.tsx')).CallsApproval,
}))

const SessionApproval = lazy(async () => ({
  default: (await import('#smart-account/session-approval.tsx')).SessionApproval,
}))

/** The request on the screen; nothing without one. */
export function ApprovalScreen({ queue }: { queue: ApprovalQueue }) {
  const shown = useSyncExternalStore(queue.subscribe, queue.current)
  return shown && <ShownRequest key={shown.id} shown={shown} />
}

/** The same, in a page of the wallet's own, where no window is needed. */
export function DecisionScreen({ queue }: { queue: ApprovalQueue }) {
  const shown = useSyncExternalStore(queue.subscribe, queue.current)
  return shown && <Subject key={shown.id} shown={shown} />
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

/** The request's parts, on its page. */
export function Subject({ shown }: { shown: ShownApproval }) {
  const { origin, account, network, subject } = shown.request
  const parties = { host: new URL(origin).host, account, network }
  const show = (parts: RequestParts) => <RequestPage shown={shown} {...parts} />
  switch (subject.kind) {
    case 'message':
      return (
        <MessageRequest parties={parties} subject={subject}>
          {show}
        </MessageRequest>
      )
    case 'typed-data':
      return (
        <TypedDataRequest parties={parties} subject={subject}>
          {show}
        </TypedDataRequest>
      )
    case 'transaction':
      return (
        <TransactionRequest parties={parties} subject={subject}>
          {show}
        </TransactionRequest>
      )
    case 'calls':
      return (
        <Suspense>
          <CallsApproval shown={shown} subject={subject} />
        </Suspense>
      )
    case 'grant':
    case 'revocation':
      return (
        <Suspense>
          <SessionApproval shown={shown} subject={subject} />
        </Suspense>
      )
    case 'solana':
      return (
        <Suspense>
          <SolanaApproval shown={shown} subject={subject} />
        </Suspense>
      )
  }
}
