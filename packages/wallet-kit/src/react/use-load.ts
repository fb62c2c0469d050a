import { useCallback, useEffect, useState } from 'react'

export type Loaded<Value> = {
  /** The last answer to this very question; null before the first. */
  value: Value | null
  /** Null while nothing has failed. */
  error: unknown
  isLoading: boolean
  /** Asks again; the answer so far stays until there is another. */
  reload: () => void
}

type Load<Value> = (signal: AbortSignal) => Promise<Value>

type Outcome<Value> = {
  load: Load<Value>
  attempt: number
  value: Value | null
  error: unknown
  isLoading: boolean
}

/**
 * Runs `load` when the component appears and whenever `load` is another function: memoize it by what
 * it asks for. An answer to an older question is dropped.
 */
export function useLoad<Value>(load: Load<Value>): Loaded<Value> {
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<Outcome<Value>>(() => begin(load, attempt))
  const reload = useCallback(() => setAttempt((count) => count + 1), [])

  useEffect(() => {
    const controller = new AbortController()
    const set = (next: Partial<Outcome<Value>>) => {
      if (controller.signal.aborted) return
      setOutcome((before) => ({ ...begin(load, attempt, before), ...next }))
    }
    set({})
    load(controller.signal).then(
      (value) => set({ value, isLoading: false }),
      (error: unknown) => set({ error, isLoading: false }),
    )
    return () => controller.abort()
  }, [load, attempt])

  const { value, error, isLoading } = outcome.load === load ? outcome : begin(load, attempt)
  return { value, error, isLoading, reload }
}

/** The state while an answer is awaited; keeps the answer so far when the question is the same. */
function begin<Value>(load: Load<Value>, attempt: number, before?: Outcome<Value>): Outcome<Value> {
  const value = before?.load === load ? before.value : null
  return { load, attempt, value, error: null, isLoading: true }
}
