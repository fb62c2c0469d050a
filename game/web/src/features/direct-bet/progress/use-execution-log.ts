import type { UnixSeconds } from '@bullring/prediction/units'
import { useCallback, useEffect, useState } from 'react'
import { useChainClock, useChainTime } from '#chain/clock/use-chain-time.ts'

type LogTone = 'step' | 'done' | 'info' | 'error'

/** A line of the log. */
export type LogEntry = {
  id: number
  /** Chain time; null until the clock is set, which takes a moment after the page has opened. */
  at: UnixSeconds | null
  tone: LogTone
  text: string
}

/** Adds a line to the log. */
export type WriteLog = (text: string, tone?: LogTone) => void

/** The log of this visit, newest line first. */
export function useExecutionLog(): { entries: readonly LogEntry[]; write: WriteLog } {
  const clock = useChainClock()
  const [entries, setEntries] = useState<readonly LogEntry[]>([])
  const write = useCallback<WriteLog>(
    (text, tone = 'step') => {
      const at = clock.now()
      setEntries((known) => [{ id: known.length, at, tone, text }, ...known])
    },
    [clock],
  )
  const hasClock = useChainTime((now) => now !== null)
  useEffect(() => {
    if (!hasClock) return
    setEntries((known) => known.map((entry) => ({ ...entry, at: entry.at ?? clock.now() })))
  }, [clock, hasClock])
  return { entries, write }
}
