import { useMessages } from '#i18n/messages-context.ts'
import type { ApprovalRequest } from './approval-request.ts'
import { Fact } from './facts.tsx'

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
