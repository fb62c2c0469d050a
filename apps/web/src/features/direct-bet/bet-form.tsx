import { DEFAULT_BET_WEI } from '@bullring/prediction/bet-amount'
import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { Position } from '@bullring/prediction/payout'
import { useState } from 'react'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { POSITION_TONES } from '#ui/position-messages.ts'
import { type BetCheck, checkBet } from './bet-check.ts'
import styles from './bet-form.module.css'
import { DIRECT_BET_MESSAGES } from './direct-bet-messages.ts'
import { TextField } from './text-field.tsx'
import { Ticket } from './ticket.tsx'
import type { Order } from './use-direct-transaction.ts'
import type { EpochField } from './use-epoch-field.ts'

type BetFormProps = {
  epochField: EpochField
  /** Why nothing can be sent at all; null when it can. */
  walletProblem: string | null
  /** The order under way. */
  running: Order | null
  onBet: (order: Order) => void
}

type Problem = Extract<BetCheck, { kind: 'problem' }>

const POSITIONS = ['bull', 'bear'] as const satisfies readonly Position[]

/** Epoch, amount and the two sides. */
export function BetForm({ epochField, walletProblem, running, onBet }: BetFormProps) {
  const messages = useMessages(DIRECT_BET_MESSAGES)
  const [amount, setAmount] = useState(() => formatUnits(DEFAULT_BET_WEI, COIN_DECIMALS))
  const [problem, setProblem] = useState<Problem | null>(null)
  const problemOf = (field: Problem['field']) => (problem?.field === field ? problem.text : null)
  const edit = (change: () => void) => {
    setProblem(null)
    change()
  }
  const bet = (position: Position) => {
    const check = checkBet({ walletProblem, epoch: epochField.text, amount }, messages)
    setProblem(check.kind === 'problem' ? check : null)
    if (check.kind === 'ready') {
      onBet({ kind: 'bet', position, epoch: check.epoch, amount: check.amount })
    }
  }
  return (
    <Ticket title={messages.bet.title}>
      <div className={styles['fields']}>
        <TextField
          label={messages.bet.epoch}
          value={epochField.text}
          inputMode="numeric"
          isDisabled={running !== null}
          problem={problemOf('epoch')}
          hint={
            <EpochHint
              field={epochField}
              onFollow={() => edit(epochField.onFollow)}
              isDisabled={running !== null}
            />
          }
          onType={(text) => edit(() => epochField.onType(text))}
        />
        <TextField
          label={messages.bet.amount}
          value={amount}
          inputMode="decimal"
          isDisabled={running !== null}
          problem={problemOf('amount')}
          hint={<p>{messages.bet.warning}</p>}
          onType={(text) => edit(() => setAmount(text))}
        />
      </div>
      <div className={styles['sides']}>
        {POSITIONS.map((position) => (
          <Button
            key={position}
            size="large"
            tone={POSITION_TONES[position]}
            disabled={running !== null}
            isPending={running?.kind === 'bet' && running.position === position}
            onClick={() => bet(position)}
          >
            <Icon name={POSITION_TONES[position]} />
            {messages.position[position]}
          </Button>
        ))}
      </div>
      {problem?.field === 'wallet' && walletProblem !== null && (
        <p role="alert" className={styles['problem']}>
          {walletProblem}
        </p>
      )}
    </Ticket>
  )
}

type EpochHintProps = { field: EpochField; isDisabled: boolean; onFollow: () => void }

/** The contract's epoch, and the way back to it after an edit. */
function EpochHint({ field, isDisabled, onFollow }: EpochHintProps) {
  const messages = useMessages(DIRECT_BET_MESSAGES)
  const { current, isFollowing } = field
  if (current === null) return null
  return (
    <div className={styles['hint']}>
      <span>{messages.bet.currentEpoch(current.toString())}</span>
      {!isFollowing && (
        <button type="button" disabled={isDisabled} onClick={onFollow}>
          {messages.bet.useCurrent}
        </button>
      )}
    </div>
  )
}
