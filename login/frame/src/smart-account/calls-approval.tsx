import { describeCall } from '@bullring/approval/text/call-text'
import { type Coin, coinText } from '@bullring/approval/text/coin'
import { Headline } from '@bullring/approval/views/headline'
import { SimulationResult, SimulationWarnings } from '@bullring/approval/views/simulation-result'
import { TransactionData, TransactionTarget } from '@bullring/approval/views/transaction-target'
import { UnreachableNotice } from '@bullring/approval/views/unreachable-notice'
import { useClosedEpoch } from '@bullring/approval/views/use-closed-epoch'
import { useDetails } from '@bullring/approval/views/use-details'
import { Fact, Facts } from '@bullring/ui/facts'
import { Notice } from '@bullring/ui/notice'
import { fill } from '@bullring/wire/text/fill'
import type { ShownApproval } from '#approval/approval-queue.ts'
import type { CallsDetails, CallsSubject, ShownCall } from '#approval/approval-request.ts'
import { RequestPage } from '#approval/request-page.tsx'
import { useMessages } from '#i18n/messages-context.tsx'
import styles from './calls-approval.module.css'
import { isSendable, OperationFacts, OperationOutcome } from './operation-outcome.tsx'

type CallsApprovalProps = { shown: ShownApproval; subject: CallsSubject }

/** Calls of a smart account: what each does, what they cost together, and whether they would fail. */
export function CallsApproval({ shown, subject }: CallsApprovalProps) {
  const { approval, calls: words, transaction: texts } = useMessages()
  const { request } = shown
  const { calls } = subject
  const [loading, retry] = useDetails(subject)
  const details = loading.state === 'loaded' ? loading.details : undefined
  const closed = useClosedEpoch(subject.round)
  const { coin } = request.network
  const isBatch = calls.length > 1
  const title = isBatch ? fill(words.title, { count: `${calls.length}` }) : approval.transaction
  const list = <Calls calls={calls} tokens={details?.tokens} coin={coin} />
  // The sum of several calls, and the reason why they cannot be sent, stay on the screen above a long list.
  return (
    <RequestPage
      shown={shown}
      title={title}
      action="approve"
      over={closed === null ? undefined : fill(texts.closed, { epoch: `${closed}` })}
      isBlocked={!isSendable(details)}
      asked={
        <>
          {!isBatch && list}
          {details && <OperationOutcome details={details} coin={coin} />}
          {details?.simulation && <SimulationWarnings simulation={details.simulation} />}
          {loading.state === 'failed' && <UnreachableNotice onRetry={retry} />}
          <Facts>
            <CallsFacts calls={calls} coin={coin} />
          </Facts>
        </>
      }
    >
      {isBatch && list}
      {details?.simulation && <SimulationResult simulation={details.simulation} coin={coin} />}
      <OperationFacts request={request} details={details}>
        {!isBatch && calls.map((call) => <TransactionData key={call.id} subject={call} />)}
      </OperationFacts>
    </RequestPage>
  )
}

type CallsProps = {
  calls: readonly ShownCall[]
  tokens: CallsDetails['tokens'] | undefined
  coin: Coin
}

/** Each call in words. Several run all or none. */
function Calls({ calls, tokens, coin }: CallsProps) {
  const messages = useMessages()
  const headlines = calls.map((call, index) => (
    <Headline
      key={call.id}
      text={describeCall(call, { coin, token: tokens?.[index] ?? null, messages })}
    />
  ))
  if (calls.length === 1) return headlines
  return (
    <>
      <ol className={styles['calls']}>
        {calls.map((call, index) => (
          <li key={call.id}>
            {headlines[index]}
            <Facts>
              <TransactionTarget subject={call} />
              <TransactionData subject={call} />
            </Facts>
          </li>
        ))}
      </ol>
      <Notice tone="quiet">{messages.calls.together}</Notice>
    </>
  )
}

/** The target of the only call, or what several pay together. */
function CallsFacts({ calls, coin }: { calls: readonly ShownCall[]; coin: Coin }) {
  const { calls: words } = useMessages()
  const [first] = calls
  if (calls.length === 1 && first !== undefined) return <TransactionTarget subject={first} />
  const total = calls.reduce((sum, { value }) => sum + value, 0n)
  return <Fact name={words.total}>{coinText(total, coin)}</Fact>
}
