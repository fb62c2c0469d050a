import { Code, Fact } from '@bullring/ui/facts'
import type { TransactionSubject } from '../request.ts'
import type { ApprovalMessages } from '../text/messages.ts'
import { useApprovalMessages } from '../text/messages-context.ts'
import styles from './transaction-request.module.css'

const MAX_DATA_LENGTH = 4_000

type Target = Pick<TransactionSubject, 'call' | 'to' | 'data'>

/** Shows the rounds and addresses that the transaction concerns. */
export function TransactionTarget({ subject }: { subject: Target }) {
  const { transaction: names } = useApprovalMessages()
  const { call } = subject
  return (
    <>
      {call.kind === 'claim' && call.epochs.length > 1 && (
        <Fact name={names.rounds}>{call.epochs.join(', ')}</Fact>
      )}
      {addressesOf(subject, names).map(
        ([name, address]) =>
          address !== null && (
            <Fact key={name} name={name}>
              <Code>{address}</Code>
            </Fact>
          ),
      )}
    </>
  )
}

/** Data of a call that the wallet does not know, or of a deployment; nothing for others. */
export function TransactionData({ subject: { call, data } }: { subject: Target }) {
  return (call.kind === 'unknown' || call.kind === 'deployment') && <DataFact data={data} />
}

/** Returns the addresses that matter to the user, each with its name. */
function addressesOf(
  { call, to }: Target,
  names: ApprovalMessages['transaction'],
): readonly (readonly [name: string, address: string | null])[] {
  switch (call.kind) {
    case 'transfer':
      return [[names.to, to]]
    case 'token-transfer':
      return [
        [names.to, call.recipient],
        [names.from, call.from],
        [names.token, to],
      ]
    case 'token-approval':
      return [
        [names.spender, call.spender],
        [names.token, to],
      ]
    case 'collection-approval':
      return [
        [names.operator, call.operator],
        [names.collection, to],
      ]
    case 'bet':
    case 'claim':
      return [[names.gameContract, to]]
    default:
      return [[names.contract, to]]
  }
}

function DataFact({ data }: { data: string }) {
  const { transaction, language } = useApprovalMessages()
  const bytes = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'byte',
    unitDisplay: 'long',
  })
  return (
    <Fact name={transaction.data}>
      <details className={styles['data']}>
        <summary>{bytes.format((data.length - 2) / 2)}</summary>
        <Code>{data.length > MAX_DATA_LENGTH ? `${data.slice(0, MAX_DATA_LENGTH)}…` : data}</Code>
      </details>
    </Fact>
  )
}
