import { DEFAULT_BET_WEI } from '@bullring/prediction/bet-amount'
import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import type { Position } from '@bullring/prediction/payout'
import { useState } from 'react'
import { lastApprovalAt } from '#chain/clock/approval-time.ts'
import { useChainClock } from '#chain/clock/use-chain-time.ts'
import { useAsksForApproval } from '#chain/wallet/use-wallet.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { POSITION_TONES } from '#ui/position-messages.ts'
import { DIRECT_BET_MESSAGES } from '../direct-bet-messages.ts'
import { Ticket } from '../ticket.tsx'
import type { DirectTransaction } from '../use-direct-transaction.ts'
import { type BetCheck, checkBet } from './bet-check.ts'
import styles from './direct-bet-form.module.css'
import { ProblemText } from './problem-text.tsx'
import { TextField } from './text-field.tsx'
import type { EpochInput } from './use-epoch-input.ts'
import { useLockTime } from './use-lock-time.ts'

type DirectBetFormProps = {
  epochInput: EpochInput
  /** Reason why the wallet cannot send anything; null when it can. */
  walletProblem: string | null
  /** The transaction that is being sent or mined. */
  pending: DirectTransaction | null
  onBet: (bet: DirectTransaction) => void
}

/** A problem, and the epoch that was checked: with another epoch of the contract, it is out of date. */
type Problem = Extract<BetCheck, { kind: 'problem' }> & { epoch: string }

const POSITIONS = ['bull', 'bear'] as const satisfies readonly Position[]

/** The form of a bet: epoch, amount and a button for each side. */
export function DirectBetForm({ epochInput, walletProblem, pending, onBet }: DirectBetFormProps) {
  const messages = useMessages(DIRECT_BET_MESSAGES)
  const [amount, setAmount] = useState(() => formatUnits(DEFAULT_BET_WEI, COIN_DECIMALS))
  const [problem, setProblem] = useState<Problem | null>(null)
  const isOutdated = problem?.field === 'epoch' && problem.epoch !== epochInput.text
  const problemOf = (field: Problem['field']) =>
    problem?.field === field && !isOutdated ? problem.text : null
  const clock = useChainClock()
  const asksForApproval = useAsksForApproval()
  const lockAt = useLockTime(epochInput.current)
  const closing = () => {
    const now = clock.now()
    const isClosing = lockAt !== null && now !== null && now >= lastApprovalAt(lockAt)
    return isClosing && asksForApproval ? epochInput.current : null
  }
  const edit = (change: () => void) => {
    setProblem(null)
    change()
  }
  const bet = (position: Position) => {
    const { text: epoch } = epochInput
    const check = checkBet({ walletProblem, epoch, amount, closing: closing() }, messages)
    setProblem(check.kind === 'problem' ? { ...check, epoch } : null)
    if (check.kind === 'ready') {
      onBet({ kind: 'bet', position, epoch: check.epoch, amount: check.amount })
    }
  }
  return (
    <Ticket title={messages.betTitle}>
      <div className={styles['fields']}>
        <TextField
          label={messages.betEpoch}
          value={epochInput.text}
          inputMode="numeric"
          isDisabled={pending !== null}
          problem={problemOf('epoch')}
          hint={
            <EpochHint
              field={epochInput}
              onFollow={() => edit(epochInput.onFollow)}
              isDisabled={pending !== null}
            />
          }
          onType={(text) => edit(() => epochInput.onType(text))}
        />
        <TextField
          label={messages.amount}
          value={amount}
          inputMode="decimal"
          isDisabled={pending !== null}
          problem={problemOf('amount')}
          hint={<p>{messages.warning}</p>}
          onType={(text) => edit(() => setAmount(text))}
        />
      </div>
      <SideButtons pending={pending} onBet={bet} />
      {problem?.field === 'wallet' && walletProblem !== null && (
        <ProblemText text={walletProblem} />
      )}
    </Ticket>
  )
}

type SideButtonsProps = {
  pending: DirectTransaction | null
  onBet: (position: Position) => void
}

/** A button for each side. The button of a bet that is being sent shows it. */
function SideButtons({ pending, onBet }: SideButtonsProps) {
  const messages = useMessages(DIRECT_BET_MESSAGES)
  return (
    <div className={styles['sides']}>
      {POSITIONS.map((position) => (
        <Button
          key={position}
          size="large"
          tone={POSITION_TONES[position]}
          disabled={pending !== null}
          isPending={pending?.kind === 'bet' && pending.position === position}
          onClick={() => onBet(position)}
        >
          <Icon name={POSITION_TONES[position]} />
          {messages[position]}
        </Button>
      ))}
    </div>
  )
}

type EpochHintProps = { field: EpochInput; isDisabled: boolean; onFollow: () => void }

/** The contract's current epoch, with a button that returns to it after an edit. */
function EpochHint({ field, isDisabled, onFollow }: EpochHintProps) {
  const messages = useMessages(DIRECT_BET_MESSAGES)
  const { current, isFollowing } = field
  if (current === null) return null
  return (
    <div className={styles['hint']}>
      <span>{messages.currentEpoch({ epoch: current })}</span>
      {!isFollowing && (
        <button type="button" disabled={isDisabled} onClick={onFollow}>
          {messages.useCurrent}
        </button>
      )}
    </div>
  )
}
