import type { Epoch } from '@bullring/prediction/units'
import { type RefObject, useEffect, useRef } from 'react'

/** Spec, section 9: from this width downwards the row starts at its right end. */
const NARROW = '(max-width: 768px)'
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'
const SLIDE = { duration: 200, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }

/** Scrolls a narrow row to the Next card once it is there, and slides the cards when rounds move on. */
export function useRowMotion(
  row: RefObject<HTMLElement | null>,
  epoch: Epoch | null,
  isLoaded: boolean,
): void {
  useEffect(() => {
    if (!isLoaded || !window.matchMedia(NARROW).matches) return
    // With the next frame, which lays the row out anyway.
    const frame = requestAnimationFrame(() => {
      if (row.current) row.current.scrollLeft = row.current.scrollWidth
    })
    return () => cancelAnimationFrame(frame)
  }, [row, isLoaded])

  useEffect(() => {
    const element = row.current
    if (element === null) return
    // What scrolls must be reachable by keyboard, even while no button in it is.
    const observer = new ResizeObserver(() => {
      element.tabIndex = element.scrollWidth > element.clientWidth ? 0 : -1
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [row])

  const shownEpoch = useRef<Epoch | null>(null)
  useEffect(() => {
    const hasMovedOn = shownEpoch.current !== null && shownEpoch.current !== epoch
    shownEpoch.current = epoch
    if (!hasMovedOn || window.matchMedia(REDUCED_MOTION).matches) return
    // Every card now shows what its right neighbour showed: start from there.
    for (const card of row.current?.children ?? []) {
      card.animate(
        [{ transform: 'translateX(calc(100% + 1.25rem))' }, { transform: 'none' }],
        SLIDE,
      )
    }
  }, [row, epoch])
}
