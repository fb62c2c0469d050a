import { useState } from 'react'
import { useMessages } from '#i18n/messages-context.tsx'
import { problemText } from '#i18n/problem-text.ts'

/** Something a button does: whether it runs, and why it last failed. */
export type Action = {
  isRunning: boolean
  problem: string | undefined
  run: (work: () => Promise<void>) => void
}

/** Keeps track of what a button does; one at a time. */
export function useAction(): Action {
  const messages = useMessages()
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async (work: () => Promise<void>) => {
    setRunning(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(problemText(error, messages))
    } finally {
      setRunning(false)
    }
  }
  return {
    isRunning,
    problem,
    run: (work) => {
      if (!isRunning) void run(work)
    },
  }
}
