import type { TransactionSubject } from './approval-request.ts'
import { Code, Fact } from './facts.tsx'
import styles from './transaction-approval.module.css'

const MAX_DATA_LENGTH = 4_000

/** Whom the transaction concerns, by what it does. */
export function TransactionTarget({ subject }: { subject: TransactionSubject }) {
  const { call, to, data } = subject
  const address = (name: string, value: string | null) =>
    value !== null && (
      <Fact name={name}>
        <Code>{value}</Code>
      </Fact>
    )
  switch (call.kind) {
    case 'transfer':
      return address('To', to)
    case 'token-transfer':
      return (
        <>
          {address('To', call.recipient)}
          {address('From', call.from)}
          {address('Token', to)}
        </>
      )
    case 'token-approval':
      return (
        <>
          {address('Spender', call.spender)}
          {address('Token', to)}
        </>
      )
    case 'collection-approval':
      return (
        <>
          {address('Operator', call.operator)}
          {address('Collection', to)}
        </>
      )
    case 'claim':
      return (
        <>
          {call.epochs.length > 1 && <Fact name="Rounds">{call.epochs.join(', ')}</Fact>}
          {address('Game contract', to)}
        </>
      )
    case 'bet':
      return address('Game contract', to)
    default:
      return (
        <>
          {address('Contract', to)}
          <Fact name="Data">
            <details className={styles['data']}>
              <summary>{byteCount(data)}</summary>
              <Code>
                {data.length > MAX_DATA_LENGTH ? `${data.slice(0, MAX_DATA_LENGTH)}…` : data}
              </Code>
            </details>
          </Fact>
        </>
      )
  }
}

function byteCount(data: string): string {
  const bytes = (data.length - 2) / 2
  return bytes === 1 ? '1 byte' : `${bytes.toLocaleString('en')} bytes`
}
