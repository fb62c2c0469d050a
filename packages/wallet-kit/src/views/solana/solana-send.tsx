import { fill } from '@bullring/wire/text/fill'
import { useId, useState } from 'react'
import { formatUnits } from 'viem/utils'
import { amountText } from '#core/account/amount-text.ts'
import { typedAmount } from '#core/account/typed-amount.ts'
import { type SolanaSendProblem, solanaSendProblem } from '#core/solana/solana-send-rules.ts'
import { SIGNATURE_FEE, SOL_DECIMALS } from '#core/solana/solana-transfer.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'
import { TextButton } from '#ui/text-button.tsx'
import { SEND_MESSAGES } from '#views/wallet-send/send-messages.ts'
import styles from '#views/wallet-send/wallet-send.module.css'
import { SOLANA_MESSAGES } from './solana-messages.ts'
import { SolanaPane } from './solana-pane.tsx'
import { useSolanaAccount } from './use-solana-account.ts'
import { useSolanaSend } from './use-solana-send.ts'

/** The send form of Solana: amount and receiver. The wallet shows the transfer for review. */
export function SolanaSend() {
  const account = useSolanaAccount()
  return (
    <SolanaPane account={account}>
      {(address) => <SendForm own={address} balance={account.balance.data ?? null} />}
    </SolanaPane>
  )
}

function SendForm({ own, balance }: { own: string; balance: bigint | null }) {
  const { toasts } = useKit()
  const messages = useMessages('send', SEND_MESSAGES)
  const { incomplete, fee } = useMessages('solana', SOLANA_MESSAGES)
  const [draft, setDraft] = useState({ amount: '', receiver: '' })
  const { isSending, send } = useSolanaSend(own)
  const problem = solanaSendProblem(draft, own, balance)
  const submit = () => {
    if (problem !== null) toasts.show('error', incomplete)
    else if (!isSending) send(draft)
  }
  return (
    <form
      className={layout['view']}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={styles['boxes']}>
        <AmountField
          amount={draft.amount}
          balance={balance}
          problem={problem}
          onChange={(amount) => setDraft({ ...draft, amount })}
        />
        <ReceiverField
          receiver={draft.receiver}
          isInvalid={problem === 'invalidAddress'}
          onChange={(receiver) => setDraft({ ...draft, receiver })}
        />
      </div>
      <p className={styles['hint']}>
        {fill(fee, { amount: formatUnits(SIGNATURE_FEE, SOL_DECIMALS) })}
      </p>
      <input type="submit" hidden />
      <Button size="large" isWide isBusy={isSending} isDisabled={problem !== null} onClick={submit}>
        {problem === null ? messages.send : messages[problem]}
      </Button>
    </form>
  )
}

const AMOUNT_PROBLEMS: ReadonlySet<SolanaSendProblem | null> = new Set<SolanaSendProblem | null>([
  'incorrectValue',
  'insufficientFunds',
  'insufficientGas',
])

type AmountFieldProps = {
  amount: string
  balance: bigint | null
  problem: SolanaSendProblem | null
  onChange: (amount: string) => void
}

function AmountField({ amount, balance, problem, onChange }: AmountFieldProps) {
  const messages = useMessages('send', SEND_MESSAGES)
  const id = useId()
  const isBad = AMOUNT_PROBLEMS.has(problem)
  const most = balance !== null && balance > SIGNATURE_FEE ? balance - SIGNATURE_FEE : 0n
  return (
    <div className={classNames(styles['box'], styles['amount'])}>
      <label className={text['fieldLabel']} htmlFor={id}>
        {messages.amount}
      </label>
      <div className={styles['line']}>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={amount}
          aria-invalid={isBad}
          onChange={(event) => onChange(typedAmount(event.target.value))}
        />
        <b>SOL</b>
      </div>
      <div className={styles['foot']}>
        <span className={styles['available']}>
          <span className={classNames(isBad && styles['bad'])}>
            {balance !== null &&
              fill(messages.available, {
                amount: amountText(balance, SOL_DECIMALS, 5),
                symbol: 'SOL',
              })}
          </span>
          <TextButton
            isDisabled={most === 0n}
            onClick={() => onChange(formatUnits(most, SOL_DECIMALS))}
          >
            {messages.max}
          </TextButton>
        </span>
      </div>
    </div>
  )
}

type ReceiverFieldProps = {
  receiver: string
  isInvalid: boolean
  onChange: (receiver: string) => void
}

function ReceiverField({ receiver, isInvalid, onChange }: ReceiverFieldProps) {
  const { toasts } = useKit()
  const messages = useMessages('send', SEND_MESSAGES)
  const id = useId()
  const paste = async () => {
    try {
      onChange((await navigator.clipboard.readText()).trim())
    } catch {
      toasts.show('error', messages.pasteFailed)
    }
  }
  return (
    <div className={classNames(styles['box'], styles['receiver'])}>
      <label className={text['fieldLabel']} htmlFor={id}>
        {messages.receiver}
      </label>
      <div className={styles['line']}>
        <input
          id={id}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={messages.receiverHint}
          value={receiver}
          aria-invalid={isInvalid}
          onChange={(event) => onChange(event.target.value)}
        />
        {receiver === '' && <TextButton onClick={() => void paste()}>{messages.paste}</TextButton>}
      </div>
    </div>
  )
}
