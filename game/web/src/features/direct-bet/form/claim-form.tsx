import type { Epoch } from '@bullring/prediction/units'
import { type Ref, useRef, useState } from 'react'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { DIRECT_BET_MESSAGES } from '../direct-bet-messages.ts'
import { Ticket } from '../ticket.tsx'
import { checkClaimEpoch } from './claim-check.ts'
import styles from './claim-form.module.css'
import { ProblemText } from './problem-text.tsx'
import { TextField } from './text-field.tsx'

type ClaimFormProps = {
  epochs: readonly Epoch[]
  walletProblem: string | null
  /** A transaction is being sent or mined. */
  isBusy: boolean
  /** The transaction is the claim. */
  isClaiming: boolean
  onAdd: (epoch: Epoch) => void
  onRemove: (epoch: Epoch) => void
  onClaim: () => void
}

/** Collects epochs as chips and claims them together. */
export function ClaimForm(props: ClaimFormProps) {
  const messages = useMessages(DIRECT_BET_MESSAGES)
  const { epochs, walletProblem, isBusy, isClaiming, onAdd, onRemove, onClaim } = props
  const [text, setText] = useState('')
  const [fieldProblem, setFieldProblem] = useState<string | null>(null)
  const [claimProblem, setClaimProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)

  const add = () => {
    const result = checkClaimEpoch(epochs, text, messages)
    setFieldProblem(result.kind === 'problem' ? result.text : null)
    setClaimProblem(null)
    if (result.kind === 'problem') return
    onAdd(result.epoch)
    setText('')
  }
  const remove = (epoch: Epoch) => {
    onRemove(epoch)
    setFieldProblem(null)
    // The pressed button disappears with its chip, so focus the field.
    form.current?.querySelector('input')?.focus()
  }
  const claim = () => {
    const problem = walletProblem ?? (epochs.length === 0 ? messages.noneAdded : null)
    setClaimProblem(problem)
    if (problem === null) onClaim()
  }
  return (
    <Ticket title={messages.claimTitle}>
      <AddForm
        ref={form}
        text={text}
        problem={fieldProblem}
        isDisabled={isBusy}
        onAdd={add}
        onType={(next) => {
          setFieldProblem(null)
          setText(next)
        }}
      />
      <Chips epochs={epochs} isDisabled={isBusy} onRemove={remove} />
      <div className={styles['end']}>
        <Button size="large" disabled={isBusy} isPending={isClaiming} onClick={claim}>
          {messages.submit}
        </Button>
        {claimProblem !== null && <ProblemText text={claimProblem} />}
      </div>
    </Ticket>
  )
}

type AddFormProps = {
  ref: Ref<HTMLFormElement>
  text: string
  problem: string | null
  isDisabled: boolean
  onAdd: () => void
  onType: (text: string) => void
}

/** The field for an epoch, with the button that adds it. */
function AddForm({ ref, text, problem, isDisabled, onAdd, onType }: AddFormProps) {
  const messages = useMessages(DIRECT_BET_MESSAGES)
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onAdd()
      }}
    >
      <TextField
        label={messages.claimEpoch}
        value={text}
        inputMode="numeric"
        isDisabled={isDisabled}
        problem={problem}
        hint={<p>{messages.claimLead}</p>}
        action={
          <Button type="submit" tone="quiet" disabled={isDisabled}>
            <Icon name="plus" />
            {messages.add}
          </Button>
        }
        onType={onType}
      />
    </form>
  )
}

type ChipsProps = {
  epochs: readonly Epoch[]
  isDisabled: boolean
  onRemove: (epoch: Epoch) => void
}

function Chips({ epochs, isDisabled, onRemove }: ChipsProps) {
  const messages = useMessages(DIRECT_BET_MESSAGES)
  if (epochs.length === 0) return <p className={styles['empty']}>{messages.empty}</p>
  return (
    <ul className={styles['chips']} aria-label={messages.list}>
      {epochs.map((epoch) => (
        <li key={epoch} className={styles['chip']}>
          #{epoch.toString()}
          <button
            type="button"
            disabled={isDisabled}
            aria-label={messages.remove({ epoch })}
            onClick={() => onRemove(epoch)}
          >
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
    </ul>
  )
}
