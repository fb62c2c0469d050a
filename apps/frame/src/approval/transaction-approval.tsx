import { useEffect, useState } from 'react'
import { ApprovalActions } from './approval-actions.tsx'
import type { ShownApproval } from './approval-queue.ts'
import type { TransactionDetails, TransactionSubject } from './approval-request.ts'
import { type CallText, describeCall } from './call-text.ts'
import { Fact, Facts } from './facts.tsx'
import { formatAmount, formatFee, formatUsd } from './format-amount.ts'
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
  const { request } = shown
  const [loading, retry] = useDetails(subject)
  const details = loading.state === 'loaded' ? loading.details : undefined
  const { coin } = request.network
  const text = describeCall(subject, coin, details?.token ?? null)
  return (
    <>
      <RequestHeader request={request}>This site requests a transaction</RequestHeader>
      <RequestBody request={request}>
        <Headline text={text} />
        {details && <Outcome details={details} coin={coin} />}
        {details?.simulation && <SimulationResult simulation={details.simulation} coin={coin} />}
        {loading.state === 'failed' && (
          <Notice tone="warning">
            The network could not be reached.{' '}
            <button className={styles['retry']} type="button" onClick={retry}>
              Try again
            </button>
          </Notice>
        )}
        <Facts>
          <TransactionTarget subject={subject} />
          <Fact name="Network fee">
            <Fee details={details} coin={coin} />
          </Fact>
          <AccountFacts request={request} />
        </Facts>
      </RequestBody>
      <ApprovalActions
        shown={shown}
        label="Approve"
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

type Coin = { symbol: string; decimals: number }

/** What stands against the transaction, if anything. */
function Outcome({ details, coin }: { details: TransactionDetails; coin: Coin }) {
  const { isFunded, failure, balance } = details.prepared
  if (!isFunded) {
    return (
      <Notice tone="warning">
        Your balance of {formatAmount(balance, coin.decimals)} {coin.symbol} does not cover amount
        and network fee.
      </Notice>
    )
  }
  if (failure === null) return null
  return <Notice tone="warning">This transaction would fail, and the fee is lost. {failure}</Notice>
}

function Fee({ details, coin }: { details: TransactionDetails | undefined; coin: Coin }) {
  if (details === undefined) return <span className={styles['bone']}>…</span>
  const { maxFee } = details.prepared
  return (
    <>
      at most {formatFee(maxFee, coin.decimals)} {coin.symbol}
      {details.coinPrice !== null && (
        <span className={styles['usd']}>
          {` · ${formatUsd(maxFee, coin.decimals, details.coinPrice)}`}
        </span>
      )}
    </>
  )
}
