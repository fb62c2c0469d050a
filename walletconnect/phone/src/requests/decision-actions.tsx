import { Button } from '@bullring/ui/button'
import { useRef } from 'react'
import styles from './decision-actions.module.css'
import { useArmed } from './use-armed.ts'

type DecisionActionsProps = {
  isPossible: boolean
  label: string
  running: 'approve' | 'reject' | null
  onApprove: () => void
  onReject: () => void
}

/** The two buttons. A click meant for what was there before does not approve. */
export function DecisionActions(props: DecisionActionsProps) {
  const { isPossible, label, running, onApprove, onReject } = props
  const button = useRef<HTMLButtonElement>(null)
  const isArmed = useArmed(button)
  return (
    <footer className={styles['actions']}>
      <Button
        tone="quiet"
        disabled={running === 'approve'}
        isBusy={running === 'reject'}
        onClick={onReject}
      >
        Reject
      </Button>
      <Button
        ref={button}
        disabled={!isPossible || !isArmed || running === 'reject'}
        isBusy={running === 'approve'}
        onClick={onApprove}
      >
        {label}
      </Button>
    </footer>
  )
}
