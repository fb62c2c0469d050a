import { bytesToHex } from 'viem/utils'
import { ApprovalActions } from './approval-actions.tsx'
import type { ShownApproval } from './approval-queue.ts'
import type { SolanaSubject, SolanaTransaction } from './approval-request.ts'
import { Code, Fact, Facts } from './facts.tsx'
import { Icon } from './icon.tsx'
import { describeInstruction, formatSol, type InstructionText } from './instruction-text.ts'
import { Notice } from './notice.tsx'
import { AccountFacts, RequestBody } from './request-body.tsx'
import { RequestHeader } from './request-header.tsx'
import { toVisibleText } from './show-text.ts'
import styles from './solana-approval.module.css'

type SolanaApprovalProps = { shown: ShownApproval; subject: SolanaSubject }

/** Transactions of Solana to sign: what each of their instructions does. */
export function SolanaApproval({ shown, subject: { transactions } }: SolanaApprovalProps) {
  const { request } = shown
  const isSingle = transactions.length === 1
  return (
    <>
      <RequestHeader request={request}>
        {isSingle
          ? 'This site requests a signature for a transaction'
          : `This site requests signatures for ${transactions.length} transactions`}
      </RequestHeader>
      <RequestBody request={request}>
        {transactions.some(({ hasLookups }) => hasLookups) && (
          <Notice tone="warning">
            Some accounts of this request are in tables on the network, which this wallet does not
            read. Sign only if you trust this site.
          </Notice>
        )}
        {transactions.map((transaction) => (
          <section key={transaction.id} className={styles['transaction']}>
            {!isSingle && (
              <h2 className={styles['position']}>
                Transaction {transaction.id} of {transactions.length}
              </h2>
            )}
            <Steps transaction={transaction} own={request.account} />
          </section>
        ))}
        <Facts>
          <FeeFact transactions={transactions} own={request.account} />
          <AccountFacts request={request} />
        </Facts>
        <Notice tone="quiet">Once signed, the site can send it to the network.</Notice>
      </RequestBody>
      <ApprovalActions shown={shown} action="sign" />
    </>
  )
}

function Steps({ transaction, own }: { transaction: SolanaTransaction; own: string }) {
  const steps = transaction.instructions.flatMap((instruction, id) => {
    const text = describeInstruction(instruction, own)
    return text === null ? [] : [{ id, instruction, text }]
  })
  if (steps.length === 0) return <p className={styles['none']}>It does nothing but pay a fee.</p>
  return (
    <ol className={styles['steps']}>
      {steps.map(({ id, instruction, text }) => (
        <li key={id} className={text.isRisky ? styles['risky'] : undefined}>
          <h3>
            {text.isRisky && <Icon name="warning" size={18} />}
            <bdi>{text.title}</bdi>
          </h3>
          {text.detail !== '' && <p dir="auto">{toVisibleText(text.detail).text}</p>}
          <Accounts accounts={text.accounts} />
          {instruction.kind === 'unknown' && <Data bytes={instruction.data} />}
        </li>
      ))}
    </ol>
  )
}

function Accounts({ accounts }: Pick<InstructionText, 'accounts'>) {
  if (accounts.length === 0) return null
  return (
    <dl>
      {accounts.map(({ name, account }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{account === null ? 'in a table on the network' : <Code>{account}</Code>}</dd>
        </div>
      ))}
    </dl>
  )
}

function Data({ bytes }: { bytes: Uint8Array }) {
  if (bytes.length === 0) return null
  return (
    <details>
      <summary>{bytes.length === 1 ? '1 byte of data' : `${bytes.length} bytes of data`}</summary>
      <Code>{bytesToHex(bytes)}</Code>
    </details>
  )
}

/** What the user pays at most; other accounts may pay for some of the transactions. */
function FeeFact({
  transactions,
  own,
}: {
  transactions: readonly SolanaTransaction[]
  own: string
}) {
  const paid = transactions.filter(({ feePayer }) => feePayer === own)
  const payers = [...new Set(transactions.map(({ feePayer }) => feePayer))]
  const [other = ''] = payers.filter((payer) => payer !== own)
  if (paid.length === 0) {
    return (
      <Fact name="Network fee is paid by">
        <Code>{other}</Code>
      </Fact>
    )
  }
  const fee = paid.reduce((sum, transaction) => sum + transaction.fee, 0n)
  return <Fact name="Network fee">at most {formatSol(fee)}</Fact>
}
