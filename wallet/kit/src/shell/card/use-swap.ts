import { useEffect, useState } from 'react'
import type { Direction } from '#core/modal/router.ts'
import { classNames } from '#ui/class-names.ts'
import styles from './swap.module.css'

export type Swap<Value> = {
  shown: Value
  /** `leaving` while the old value moves out, `entering` once the new one is shown. */
  phase: 'idle' | 'leaving' | 'entering'
}

/** Delays a change of `value` by `leaveMs`, so that the old one can move out. No delay with reduced motion. */
export function useSwap<Value>(value: Value, leaveMs: number): Swap<Value> {
  const [shown, setShown] = useState({ value, hasSwapped: false })
  const isStale = shown.value !== value

  useEffect(() => {
    if (!isStale) return
    const delay = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : leaveMs
    const timer = setTimeout(() => setShown({ value, hasSwapped: true }), delay)
    return () => clearTimeout(timer)
  }, [isStale, value, leaveMs])

  if (isStale) return { shown: shown.value, phase: 'leaving' }
  return { shown: value, phase: shown.hasSwapped ? 'entering' : 'idle' }
}

/** Classes that animate a swap in the direction of the navigation. */
export function swapClassName(phase: Swap<unknown>['phase'], direction: Direction): string {
  return classNames(styles['swap'], styles[phase], styles[direction])
}
