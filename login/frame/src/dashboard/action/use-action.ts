import { useState } from 'react'
import { needsOtherPasskey } from '#frame-errors.ts'
import { useMessages } from '#i18n/messages-context.tsx'
import { problemText } from '#i18n/problem-text.ts'
import { type ActionName, noteEnd, noteStart } from './interrupted-action.ts'

/** Something a button does: whether it runs, and why it last failed. */
export type Action = {
  isRunning: boolean
  /** Whether it has run since the page was loaded. */
  hasRun: boolean
  problem: string | undefined
  /** Whether it failed because the passkey is not at hand. */
  lacksPasskey: boolean
  run: (work: () => Promise<void>) => void
  /** Runs what ran last once more. */
  retry: () => void
}

/**
 * Keeps track of what a button does; one at a time.
 *
 * @param name - Of a change that a reload may interrupt; null for others.
 */
export function useAction(name: ActionName | null = null): Action {
  const messages = useMessages()
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [last, setLast] = useState<{ work: () => Promise<void> }>()
  const run = async (work: () => Promise<void>) => {
    setRunning(true)
    setFailure(undefined)
    setLast({ work })
    if (name !== null) noteStart(name)
    try {
      await work()
    } catch (error) {
      setFailure(error)
    } finally {
      setRunning(false)
      if (name !== null) noteEnd(name)
    }
  }
  const runIfIdle = (work: () => Promise<void>) => {
    if (!isRunning) void run(work)
  }
  return {
    isRunning,
    hasRun: last !== undefined,
    problem: failure === undefined ? undefined : problemText(failure, messages),
    lacksPasskey: needsOtherPasskey(failure),
    run: runIfIdle,
    retry: () => {
      if (last !== undefined) runIfIdle(last.work)
    },
  }
}
