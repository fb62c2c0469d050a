import { toVisibleText } from '@bullring/approval/text/show-text'
import { AccountFacts } from '@bullring/approval/views/account-facts'
import { Code, Fact, Facts } from '@bullring/ui/facts'
import { Icon } from '@bullring/ui/icon'
import { Notice } from '@bullring/ui/notice'
import { fill } from '@bullring/wire/text/fill'
import { bytesToHex } from 'viem/utils'
import type { ShownApproval } from '#approval/approval-queue.ts'
import type { SolanaSubject, SolanaTransaction } from '#approval/approval-request.ts'
import { RequestPage } from '#approval/request-page.tsx'
import type { FrameMessages } from '#i18n/frame-messages.ts'
import { useMessages } from '#i18n/messages-context.tsx'
import { describeInstruction } from './describe-instruction.ts'
import { formatSol, type InstructionText } from './instruction-text.ts'
import styles from './solana-approval.module.css'

type SolanaApprovalProps = { shown: ShownApproval; subject: SolanaSubject }

/** Transactions of Solana to sign: what each of their instructions does. */
export function SolanaApproval({ shown, subject: { transactions, isSent } }: SolanaApprovalProps) {
  const messages = useMessages()
  const { solana } = messages
  const { request } = shown
  const isSingle = transactions.length === 1
  const isShort = isSingle && countSteps(transactions, request.account, messages) <= 1
  const list = transactions.map((transaction) => (
    <section key={transaction.id} className={styles['transaction']}>
      {!isSingle && (
        <h2 className={styles['position']}>
          {fill(solana.position, { position: transaction.id, count: transactions.length })}
        </h2>
      )}
      <Steps transaction={transaction} own={request.account} />
    </section>
  ))
  return (
    <RequestPage
      shown={shown}
      title={headline(transactions.length, isSent, messages)}
      action={isSent ? 'approve' : 'sign'}
      asked={
        <>
          {transactions.some(({ hasLookups }) => hasLookups) && (
            <Notice tone="warning">{solana.lookups}</Notice>
          )}
          {isShort && list}
        </>
      }
    >
      {!isShort && list}
      <Facts>
        <FeeFact transactions={transactions} own={request.account} />
        <AccountFacts account={request.account} network={request.network} />
      </Facts>
      {!isSent && (
        <Notice tone="quiet">{isSingle ? solana.canBeSent : solana.canBeSentSeveral}</Notice>
      )}
    </RequestPage>
  )
}

function headline(count: number, isSent: boolean, { approval, solana }: FrameMessages): string {
  if (isSent) return approval.transaction
  return count === 1 ? solana.signOne : fill(solana.signSeveral, { count })
}

/** Returns the instructions that do something the user should know, each with its text. */
function stepsOf({ instructions }: SolanaTransaction, own: string, messages: FrameMessages) {
  return instructions.flatMap((instruction, id) => {
    const text = describeInstruction(instruction, own, messages)
    return text === null ? [] : [{ id, instruction, text }]
  })
}

function countSteps(
  transactions: readonly SolanaTransaction[],
  own: string,
  messages: FrameMessages,
): number {
  return transactions.flatMap((transaction) => stepsOf(transaction, own, messages)).length
}

function Steps({ transaction, own }: { transaction: SolanaTransaction; own: string }) {
  const messages = useMessages()
  const steps = stepsOf(transaction, own, messages)
  if (steps.length === 0) return <p className={styles['none']}>{messages.solana.onlyFee}</p>
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
  const { solana } = useMessages()
  if (accounts.length === 0) return null
  return (
    <dl>
      {accounts.map(({ name, account }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{account === null ? solana.inTable : <Code>{account}</Code>}</dd>
        </div>
      ))}
    </dl>
  )
}

function Data({ bytes }: { bytes: Uint8Array }) {
  const { solana } = useMessages()
  if (bytes.length === 0) return null
  return (
    <details>
      <summary>{fill(solana.bytes, { count: bytes.length })}</summary>
      <Code>{bytesToHex(bytes)}</Code>
    </details>
  )
}

/** Highest fee of the user; other accounts may pay for some of the transactions. */
function FeeFact({
  transactions,
  own,
}: {
  transactions: readonly SolanaTransaction[]
  own: string
}) {
  const { solana, transaction: texts } = useMessages()
  const paid = transactions.filter(({ feePayer }) => feePayer === own)
  const payers = [...new Set(transactions.map(({ feePayer }) => feePayer))]
  const [other = ''] = payers.filter((payer) => payer !== own)
  if (paid.length === 0) {
    return (
      <Fact name={solana.feePaidBy}>
        <Code>{other}</Code>
      </Fact>
    )
  }
  const fee = paid.reduce((sum, transaction) => sum + transaction.fee, 0n)
  return <Fact name={texts.fee}>{fill(texts.atMost, { fee: formatSol(fee) })}</Fact>
}
