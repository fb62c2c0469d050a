import { Fact } from '@bullring/ui/facts'
import type { ApprovalParties } from '../request.ts'
import { useApprovalMessages } from '../text/messages-context.ts'

/** The account that signs and its network. */
export function AccountFacts({ account, network }: Pick<ApprovalParties, 'account' | 'network'>) {
  const { approval: texts } = useApprovalMessages()
  return (
    <>
      <Fact name={texts.network}>{network.name}</Fact>
      <Fact name={texts.account}>
        <span title={account}>{shorten(account)}</span>
      </Fact>
    </>
  )
}

/** The user's own account needs to be recognized, not compared. */
function shorten(account: string): string {
  return `${account.slice(0, 6)}…${account.slice(-4)}`
}
