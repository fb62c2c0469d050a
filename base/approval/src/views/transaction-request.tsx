import { Fact, Facts } from '@bullring/ui/facts'
import { Notice } from '@bullring/ui/notice'
import { fill } from '@bullring/wire/text/fill'
import type { TransactionDetails } from '../chain/transaction-details.ts'
import type { TransactionSubject } from '../request.ts'
import { describeCall } from '../text/call-text.ts'
import { type Coin, coinText } from '../text/coin.ts'
import { failureText } from '../text/failure-text.ts'
import { useApprovalMessages } from '../text/messages-context.ts'
import { AccountFacts } from './account-facts.tsx'
import { Fee } from './fee.tsx'
import { Headline } from './headline.tsx'
import type { RequestViewProps } from './request-parts.ts'
import { SimulationResult, SimulationWarnings } from './simulation-result.tsx'
import { TransactionData, TransactionTarget } from './transaction-target.tsx'
import { UnreachableNotice } from './unreachable-notice.tsx'
import { useClosedEpoch } from './use-closed-epoch.ts'
import { useDetails } from './use-details.ts'

/** A transaction to send: what it does, what it costs, and whether it would fail. */
export function TransactionRequest({
  parties,
  subject,
  children,
}: RequestViewProps<TransactionSubject>) {
  const messages = useApprovalMessages()
  const { approval, transaction: texts } = messages
  const [loading, retry] = useDetails(subject)
  const details = loading.state === 'loaded' ? loading.details : undefined
  const closed = useClosedEpoch(subject.round)
  const { coin } = parties.network
  const text = describeCall(subject, { coin, token: details?.token ?? null, messages })
  return children({
    title: approval.transaction,
    action: 'approve',
    over: closed === null ? undefined : fill(texts.closed, { epoch: `${closed}` }),
    isBlocked: !details?.prepared.isFunded,
    details,
    asked: (
      <>
        <Headline text={text} />
        {details && <Outcome details={details} coin={coin} />}
        {details?.simulation && <SimulationWarnings simulation={details.simulation} />}
        {loading.state === 'failed' && <UnreachableNotice onRetry={retry} />}
        <Facts>
          <TransactionTarget subject={subject} />
        </Facts>
      </>
    ),
    children: (
      <>
        {details?.simulation && <SimulationResult simulation={details.simulation} coin={coin} />}
        <Facts>
          <TransactionData subject={subject} />
          <Fact name={texts.fee}>
            <Fee maxFee={details?.prepared.maxFee} coinPrice={details?.coinPrice} coin={coin} />
          </Fact>
          <AccountFacts {...parties} />
        </Facts>
      </>
    ),
  })
}

/** The reason why the transaction cannot be sent, or would fail. */
function Outcome({ details, coin }: { details: TransactionDetails; coin: Coin }) {
  const { transaction: texts } = useApprovalMessages()
  const { isFunded, failure, balance } = details.prepared
  if (!isFunded) {
    return (
      <Notice tone="warning">{fill(texts.unfunded, { balance: coinText(balance, coin) })}</Notice>
    )
  }
  if (failure === null) return null
  const reason = failureText(failure, texts)
  return <Notice tone="warning">{fill(texts.wouldFail, { reason })}</Notice>
}
