import type { OperatorMarket } from '@bullring/game-api/operator'
import { type FormEvent, useId, useState } from 'react'
import type { Address } from 'viem'
import type { Market } from '#chain/contract/market.ts'
import type { OwnerAction } from '#chain/contract/owner-actions.ts'
import { parseAmount } from '#format/parse-amount.ts'
import { Button } from '#ui/controls/button.tsx'
import { effectOf, simpleActions } from './action-texts.ts'
import styles from './market-actions.module.css'
import { useOwnerAction } from './use-owner-action.ts'

const LABELS = { collect: 'Collect fees', pause: 'Pause bets', unpause: 'Allow bets' } as const

type MarketActionsProps = {
  market: Market
  terms: NonNullable<OperatorMarket['terms']>
  coin: string
  /** The owner, whose wallet is connected. */
  account: Address
  onDone: () => void
}

/** The changes that the connected owner can make. Each is simulated and described before it is signed. */
export function MarketActions({ market, terms, coin, account, onDone }: MarketActionsProps) {
  const actions = useOwnerAction(market, account, onDone)
  const { prepared, result, isPreparing, isSending } = actions
  return (
    <div className={styles['actions']}>
      {prepared === null ? (
        <>
          <div className={styles['row']}>
            {simpleActions(terms).map((kind) => (
              <Button
                key={kind}
                size="small"
                tone={kind === 'collect' ? 'action' : 'quiet'}
                disabled={isPreparing}
                onClick={() => actions.prepare({ kind })}
              >
                {LABELS[kind]}
              </Button>
            ))}
          </div>
          {terms.next === null ? (
            <ChangeTerms
              terms={terms}
              coin={coin}
              isPending={isPreparing}
              onPrepare={actions.prepare}
            />
          ) : (
            <p className={styles['hint']}>
              Minimum and fee can be changed again from round {terms.next.epoch} on.
            </p>
          )}
        </>
      ) : (
        <section className={styles['confirm']} aria-label="Before you sign">
          <p>{effectOf(prepared.action, terms, coin)}</p>
          <p className={styles['hint']}>
            Simulated: it works, and gas costs about {prepared.gasText} {coin}.
          </p>
          <div className={styles['row']}>
            <Button size="small" isPending={isSending} onClick={actions.sign}>
              Sign in the wallet
            </Button>
            <Button size="small" tone="quiet" disabled={isSending} onClick={actions.cancel}>
              Cancel
            </Button>
          </div>
        </section>
      )}
      <p role="status" className={result?.isDone === false ? styles['failed'] : styles['hint']}>
        {result?.text}
      </p>
    </div>
  )
}

type ChangeTermsProps = {
  terms: NonNullable<OperatorMarket['terms']>
  coin: string
  isPending: boolean
  onPrepare: (action: OwnerAction) => void
}

function ChangeTerms({ terms, coin, isPending, onPrepare }: ChangeTermsProps) {
  const maxFee = (terms.max_fee ?? 0) / 100
  return (
    <div className={styles['row']}>
      <OneTerm
        key={`minimum ${terms.minimum}`}
        label={`Smallest bet, ${coin}`}
        value={terms.minimum}
        isPending={isPending}
        toAction={(text) => {
          const amount = parseAmount(text)
          return amount === null || amount === 0n ? null : { kind: 'minimum', amount }
        }}
        onPrepare={onPrepare}
      />
      <OneTerm
        key={`fee ${terms.fee}`}
        label={`Fee, % (at most ${maxFee})`}
        value={`${terms.fee / 100}`}
        isPending={isPending}
        toAction={(text) => {
          const basisPoints = /^\d+(?:\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : -1
          const isValid = basisPoints >= 0 && basisPoints <= (terms.max_fee ?? 0)
          return isValid ? { kind: 'fee', basisPoints } : null
        }}
        onPrepare={onPrepare}
      />
    </div>
  )
}

type OneTermProps = {
  label: string
  value: string
  isPending: boolean
  /** Null for a text that is no valid value. */
  toAction: (text: string) => OwnerAction | null
  onPrepare: (action: OwnerAction) => void
}

function OneTerm({ label, value, isPending, toAction, onPrepare }: OneTermProps) {
  const [text, setText] = useState(value)
  const id = useId()
  const action = toAction(text.trim())
  const isChanged = text.trim() !== value
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (action !== null) onPrepare(action)
  }
  return (
    <form className={styles['term']} onSubmit={submit}>
      <label htmlFor={id}>{label}</label>
      <span className={styles['field']}>
        <input
          id={id}
          inputMode="decimal"
          value={text}
          aria-invalid={action === null}
          onChange={(event) => setText(event.target.value)}
        />
        <Button
          type="submit"
          size="small"
          tone="quiet"
          disabled={isPending || action === null || !isChanged}
        >
          Change
        </Button>
      </span>
    </form>
  )
}
