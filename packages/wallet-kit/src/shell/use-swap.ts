import { useEffect, useState } from 'react'

export type Swap<Value> = {
  shown: Value
  /** `leaving` while the old value goes; `entering` once the new one is there. */
  phase: 'still' | 'leaving' | 'entering'
}

/** Shows the old value `leaveMs` longer, so that it can move out. Does not wait where motion is unwanted. */
export function useSwap<Value>(value: Value, leaveMs: number): Swap<Value> {
  const [shown, setShown] = useState({ value, hasSwapped: false })
  const isStale = shown.value !== value

  useEffect(() => {
    if (!isStale) return
    const wait = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : leaveMs
    const timer = setTimeout(() => setShown({ value, hasSwapped: true }), wait)
    return () => clearTimeout(timer)
  }, [isStale, value, leaveMs])

  if (isStale) return { shown: shown.value, phase: 'leaving' }
  return { shown: value, phase: shown.hasSwapped ? 'entering' : 'still' }
}
