import { describeCall } from '@bullring/frame/approval/call-text'
import { coinText } from '@bullring/frame/approval/coin'
import { Code, Fact, Facts } from '@bullring/frame/approval/facts'
import { formatFee } from '@bullring/frame/approval/format-amount'
import { ENGLISH } from '@bullring/frame/i18n/frame-messages'
import { decodeCall } from '@bullring/frame/rpc/decode-call'
import { Notice } from '#ui/notice.tsx'
import type { Subject } from '#wallet/read-request.ts'
import { usePhone, usePhoneState } from '#wallet/use-phone.ts'
import type { Approvability } from './approvability.ts'
import { RequestBody } from './request-body.tsx'
import styles from './transaction-view.module.css'
import { usePrepared } from './use-prepared.ts'

type TransactionViewProps = {
  subject: Extract<Subject, { kind: 'transaction' }>
  children: (approvability: Approvability) => React.ReactNode
}

/** A transaction to send: what it does, what it costs, and whether it would fail. */
export function TransactionView({ subject, children }: TransactionViewProps) {
  const { config } = usePhone()
  const { address: account } = usePhoneState()
  const { chainId, transaction } = subject
  const chain = config.chains.find(({ id }) => id === chainId)
  const coin = chain?.nativeCurrency ?? { symbol: '', decimals: 18 }
  const call = decodeCall(transaction, { chainId, markets: config.markets, account })
  const isOfGame = call.kind === 'bet' || call.kind === 'claim'
  const text = describeCall(
    { call, value: transaction.value },
    { coin, token: null, messages: ENGLISH },
  )
  const [prepared, retry] = usePrepared(subject)
  return (
    <RequestBody>
      <div className={`${styles['headline']} ${styles[text.tone] ?? ''}`}>
        <h3>{text.title}</h3>
        {text.detail && <p>{text.detail}</p>}
      </div>
      {prepared.state === 'failed' && (
        <Notice tone="warning">
          {prepared.problem}{' '}
          {prepared.isTemporary && (
            <button className={styles['retry']} type="button" onClick={retry}>
              Try again
            </button>
          )}
        </Notice>
      )}
      <Facts>
        {transaction.value > 0n && <Fact name="Amount">{coinText(transaction.value, coin)}</Fact>}
        <Fact name={isOfGame ? 'Game contract' : 'To'}>
          {transaction.to === null ? 'A new contract' : <Code>{transaction.to}</Code>}
        </Fact>
        <Fact name="Network fee">
          {prepared.state === 'ready'
            ? `at most ${formatFee(prepared.maxFee, coin.decimals)} ${coin.symbol}`
            : prepared.state === 'loading'
              ? 'Estimating…'
              : 'Unknown'}
        </Fact>
        <Fact name="Network">{chain?.name}</Fact>
        {call.kind === 'unknown' && (
          <Fact name="Data">
            <Code>{transaction.data}</Code>
          </Fact>
        )}
      </Facts>
      {children({ isPossible: prepared.state === 'ready', label: 'Approve' })}
    </RequestBody>
  )
}
