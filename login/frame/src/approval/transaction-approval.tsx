import { fill } from '@bullring/wire/text/fill'
import { useMessages } from '#i18n/messages-context.ts'
import { AccountFacts } from './account-facts.tsx'
import type { ShownApproval } from './approval-queue.ts'
import type { TransactionDetails, TransactionSubject } from './approval-request.ts'
import { describeCall } from './call-text.ts'
import { type Coin, coinText } from './coin.ts'
import { Fact, Facts } from './facts.tsx'
import { failureText } from './failure-text.ts'
import { Fee } from './fee.tsx'
import { Headline } from './headline.tsx'
import { Notice } from './notice.tsx'
import { RequestPage } from './request-page.tsx'
import { SimulationResult, SimulationWarnings } from './simulation-result.tsx'
import { TransactionData, TransactionTarget } from './transaction-target.tsx'
import { UnreachableNotice } from './unreachable-notice.tsx'
import { useDetails } from './use-details.ts'

type TransactionApprovalProps = { shown: ShownApproval; subject: TransactionSubject }

/** A transaction to send: what it does, what it costs, and whether it would fail. */
export function TransactionApproval({ shown, subject }: TransactionApprovalProps) {
  const messages = useMessages()
  const { approval, transaction: texts } = messages
  const { request } = shown
  const [loading, retry] = useDetails(subject)
  const details = loading.state === 'loaded' ? loading.details : undefined
  const { coin } = request.network
  const text = describeCall(subject, { coin, token: details?.token ?? null, messages })
  return (
    <RequestPage
      shown={shown}
      title={approval.transaction}
      action="approve"
      isBlocked={!details?.prepared.isFunded}
      details={details}
      asked={
        <>
          <Headline text={text} />
          {details && <Outcome details={details} coin={coin} />}
          {details?.simulation && <SimulationWarnings simulation={details.simulation} />}
          {loading.state === 'failed' && <UnreachableNotice onRetry={retry} />}
          <Facts>
            <TransactionTarget subject={subject} />
          </Facts>
        </>
      }
    >
      {details?.simulation && <SimulationResult simulation={details.simulation} coin={coin} />}
      <Facts>
        <TransactionData subject={subject} />
        <Fact name={texts.fee}>
          <Fee maxFee={details?.prepared.maxFee} coinPrice={details?.coinPrice} coin={coin} />
        </Fact>
        <AccountFacts request={request} />
      </Facts>
    </RequestPage>
  )
}

/** Why the transaction cannot be sent, or would fail. */
function Outcome({ details, coin }: { details: TransactionDetails; coin: Coin }) {
  const { transaction: texts } = useMessages()
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
