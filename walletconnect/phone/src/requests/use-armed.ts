import { type RefObject, useEffect, useState } from 'react'

/** Time for which the button must have been visible: a click aimed at something else cannot hit it. */
const ARMING_MS = 500

/** Share of the button on the screen; the rest is for rounding. */
const WHOLE = 0.95

/** Minimum time between two reports of the browser, the minimum for tracked visibility. */
const REPORT_DELAY_MS = 100

/** Options of the second version of IntersectionObserver, which only Chromium has. */
type TrackingOptions = IntersectionObserverInit & { trackVisibility: boolean; delay: number }

/**
 * Returns whether a button may be pressed: it has been on the screen for half a second. In Chromium, nothing
 * may cover, fade or transform it either. No page embeds this one.
 */
export function useArmed(element: RefObject<HTMLElement | null>): boolean {
  const [isArmed, setArmed] = useState(false)
  useEffect(() => {
    const target = element.current
    if (target === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const disarm = () => {
      clearTimeout(timer)
      timer = undefined
      setArmed(false)
    }
    const options: TrackingOptions = {
      threshold: [0, WHOLE],
      trackVisibility: true,
      delay: REPORT_DELAY_MS,
    }
    const observer = new IntersectionObserver((entries) => {
      const entry = entries.at(-1)
      if (entry === undefined || !isVisible(entry)) return disarm()
      timer ??= setTimeout(() => setArmed(true), ARMING_MS)
    }, options)
    observer.observe(target)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [element])
  return isArmed
}

function isVisible(entry: IntersectionObserverEntry & { isVisible?: boolean }): boolean {
  return entry.intersectionRatio >= WHOLE && (entry.isVisible ?? true)
}
