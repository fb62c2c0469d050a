import { fill } from '@bullring/wire/text/fill'
import { useState } from 'react'
import { formatUnits } from 'viem/utils'
import { amountText } from '#core/account/amount/amount-text.ts'
import { isAmountProblem } from '#core/account/send/send-rules.ts'
import { solanaSendProblem } from '#core/solana/solana-send-rules.ts'
import { SIGNATURE_FEE, SOL_DECIMALS } from '#core/solana/solana-transfer.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { TextButton } from '#ui/button/text-button.tsx'
import { classNames } from '#ui/class-names.ts'
import { AmountBox } from '#ui/field/amount-box.tsx'
import layout from '#ui/layout.module.css'
import { ReceiverBox } from '#views/wallet-send/receiver-box.tsx'
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
        <SendAmount
          amount={draft.amount}
          balance={balance}
          isInvalid={isAmountProblem(problem)}
          onChange={(amount) => setDraft({ ...draft, amount })}
        />
        <ReceiverBox
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

type SendAmountProps = {
  amount: string
  balance: bigint | null
  isInvalid: boolean
  onChange: (amount: string) => void
}

function SendAmount({ amount, balance, isInvalid, onChange }: SendAmountProps) {
  const messages = useMessages('send', SEND_MESSAGES)
  const most = balance !== null && balance > SIGNATURE_FEE ? balance - SIGNATURE_FEE : 0n
  return (
    <AmountBox
      label={messages.amount}
      amount={amount}
      isLarge
      isInvalid={isInvalid}
      onChange={onChange}
      unit={<b>SOL</b>}
      foot={
        <span className={styles['available']}>
          <span className={classNames(isInvalid && styles['bad'])}>
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
      }
    />
  )
}
