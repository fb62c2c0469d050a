import { useRef, useState } from 'react'
import { needsOtherPasskey } from '#frame-errors.ts'
import { useMessages } from '#i18n/messages-context.tsx'
import { problemText } from '#i18n/problem-text.ts'

/** Something a button does: whether it runs, and why it last failed. */
export type Action = {
  isRunning: boolean
  problem: string | undefined
  /** Whether it failed because the passkey is not at hand. */
  lacksPasskey: boolean
  run: (work: () => Promise<void>) => void
  /** Runs what ran last once more. */
  retry: () => void
}

/** Keeps track of what a button does; one at a time. */
export function useAction(): Action {
  const messages = useMessages()
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const last = useRef<() => Promise<void>>(undefined)
  const run = async (work: () => Promise<void>) => {
    setRunning(true)
    setFailure(undefined)
    last.current = work
    try {
      await work()
    } catch (error) {
      setFailure(error)
    } finally {
      setRunning(false)
    }
  }
  const runIfIdle = (work: () => Promise<void>) => {
    if (!isRunning) void run(work)
  }
  return {
    isRunning,
    problem: failure === undefined ? undefined : problemText(failure, messages),
    lacksPasskey: needsOtherPasskey(failure),
    run: runIfIdle,
    retry: () => {
      if (last.current !== undefined) runIfIdle(last.current)
    },
  }
}
