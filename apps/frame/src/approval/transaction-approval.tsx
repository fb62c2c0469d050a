import { fill } from '@bullring/wire/text/fill'
import { useEffect, useState } from 'react'
import { useMessages } from '#i18n/messages-context.ts'
import { ApprovalActions } from './approval-actions.tsx'
import type { ShownApproval } from './approval-queue.ts'
import type { TransactionDetails, TransactionSubject } from './approval-request.ts'
import { type CallText, describeCall } from './call-text.ts'
import { type Coin, coinText } from './coin.ts'
import { Fact, Facts } from './facts.tsx'
import { failureText } from './failure-text.ts'
import { formatFee, formatUsd } from './format-amount.ts'
import { Icon } from './icon.tsx'
import { Notice } from './notice.tsx'
import { AccountFacts, RequestBody } from './request-body.tsx'
import { RequestHeader } from './request-header.tsx'
import { SimulationResult } from './simulation-result.tsx'
import styles from './transaction-approval.module.css'
import { TransactionTarget } from './transaction-target.tsx'

type Loading =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'loaded'; details: TransactionDetails }

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
    <>
      <RequestHeader request={request}>{approval.transaction}</RequestHeader>
      <RequestBody request={request}>
        <Headline text={text} />
        {details && <Outcome details={details} coin={coin} />}
        {details?.simulation && <SimulationResult simulation={details.simulation} coin={coin} />}
        {loading.state === 'failed' && (
          <Notice tone="warning">
            {texts.unreachable}{' '}
            <button className={styles['retry']} type="button" onClick={retry}>
              {texts.retry}
            </button>
          </Notice>
        )}
        <Facts>
          <TransactionTarget subject={subject} />
          <Fact name={texts.fee}>
            <Fee details={details} coin={coin} />
          </Fact>
          <AccountFacts request={request} />
        </Facts>
      </RequestBody>
      <ApprovalActions
        shown={shown}
        action="approve"
        isBlocked={!details?.prepared.isFunded}
        details={details}
      />
    </>
  )
}

function useDetails(subject: TransactionSubject): [Loading, () => void] {
  const [loading, setLoading] = useState<Loading>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again.
  useEffect(() => {
    let isCurrent = true
    const settle = (next: Loading) => {
      if (isCurrent) setLoading(next)
    }
    settle({ state: 'loading' })
    subject.load().then(
      (details) => settle({ state: 'loaded', details }),
      () => settle({ state: 'failed' }),
    )
    return () => {
      isCurrent = false
    }
  }, [subject, attempt])
  return [loading, () => setAttempt((last) => last + 1)]
}

function Headline({ text }: { text: CallText }) {
  return (
    <section className={`${styles['headline']} ${styles[text.tone]}`}>
      <h2>
        {text.tone !== 'plain' && <Icon name={text.tone} size={18} />}
        <bdi>{text.title}</bdi>
      </h2>
      {text.detail !== '' && <p>{text.detail}</p>}
    </section>
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

function Fee({ details, coin }: { details: TransactionDetails | undefined; coin: Coin }) {
  const { transaction: texts } = useMessages()
  if (details === undefined) return <span className={styles['bone']}>…</span>
  const { maxFee } = details.prepared
  return (
    <>
      {fill(texts.atMost, { fee: `${formatFee(maxFee, coin.decimals)} ${coin.symbol}` })}
      {details.coinPrice !== null && (
        <span className={styles['usd']}>
          {` · ${formatUsd(maxFee, coin.decimals, details.coinPrice)}`}
        </span>
      )}
    </>
  )
}
