import { Button } from '@bullring/ui/button'
import { Notice } from '@bullring/ui/notice'
import { type ReactNode, useRef, useState } from 'react'
import { sentenceOf } from '#ui/sentence-of.ts'
import type { Decidable } from '#wallet/phone-state.ts'
import { usePhone } from '#wallet/use-phone.ts'
import styles from './decision.module.css'
import { useArmed } from './use-armed.ts'

type DecisionProps = {
  decidable: Decidable
  /** Label of the button that approves. */
  label: string
  /** Says that it can no longer be carried out: only the way out remains. */
  over?: string | undefined
  /** Whether the user can approve. */
  isPossible: boolean
  children: ReactNode
}

/** Facts of something to decide, and the two buttons. A click meant for an earlier sheet does not approve. */
export function Decision({ decidable, label, over, isPossible, children }: DecisionProps) {
  const phone = usePhone()
  const [running, setRunning] = useState<'approve' | 'reject' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [wasTried, setTried] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isArmed = useArmed(button)
  const decide = async (decision: 'approve' | 'reject') => {
    setRunning(decision)
    setProblem(null)
    if (decision === 'approve') setTried(true)
    try {
      await phone[decision](decidable)
    } catch (error) {
      setProblem(sentenceOf(error))
      setRunning(null)
    }
  }
  // After an attempt, what was sent may be unknown.
  if (over !== undefined && !wasTried) {
    return (
      <>
        <Notice tone="warning">{over}</Notice>
        <footer className={styles['actions']}>
          <Button isBusy={running === 'reject'} onClick={() => void decide('reject')}>
            Close
          </Button>
        </footer>
      </>
    )
  }
  return (
    <>
      {children}
      {problem && <Notice tone="warning">{problem}</Notice>}
      <footer className={styles['actions']}>
        <Button
          tone="quiet"
          disabled={running === 'approve'}
          isBusy={running === 'reject'}
          onClick={() => void decide('reject')}
        >
          Reject
        </Button>
        <Button
          ref={button}
          disabled={!isPossible || !isArmed || running === 'reject'}
          isBusy={running === 'approve'}
          onClick={() => void decide('approve')}
        >
          {label}
        </Button>
      </footer>
    </>
  )
}
