import type { ReactNode } from 'react'
import { useMessages } from '#i18n/messages-context.ts'
import type { ApprovalRequest } from './approval-request.ts'
import { Fact } from './facts.tsx'
import { Notice } from './notice.tsx'
import styles from './request-body.module.css'

/** The part of the page that scrolls. */
export function RequestBody({
  request,
  children,
}: {
  request: ApprovalRequest
  children: ReactNode
}) {
  const { approval: texts } = useMessages()
  return (
    <div className={styles['body']}>
      {children}
      {request.isSessionTemporary && <Notice tone="quiet">{texts.temporary}</Notice>}
    </div>
  )
}

/** The account that signs and its network. */
export function AccountFacts({ request }: { request: ApprovalRequest }) {
  const { approval: texts } = useMessages()
  return (
    <>
      <Fact name={texts.network}>{request.network.name}</Fact>
      <Fact name={texts.account}>
        <span title={request.account}>{shorten(request.account)}</span>
      </Fact>
    </>
  )
}

/** The user's own account needs to be recognized, not compared. */
function shorten(account: string): string {
  return `${account.slice(0, 6)}…${account.slice(-4)}`
}
