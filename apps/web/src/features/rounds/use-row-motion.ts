import type { Epoch } from '@bullring/prediction/units'
import { type RefObject, useEffect, useRef } from 'react'

/** R-CARD-1: up to this width the row starts scrolled to its right end. */
const NARROW = '(max-width: 768px)'
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'
const SLIDE = { duration: 200, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }

/** Scrolls a narrow row to the Next card once it has loaded, and slides the cards when a new round opens. */
export function useRowMotion(
  row: RefObject<HTMLElement | null>,
  epoch: Epoch | null,
  isLoaded: boolean,
): void {
  useEffect(() => {
    if (!isLoaded || !window.matchMedia(NARROW).matches) return
    // Wait for the next frame, which computes the layout anyway.
    const frame = requestAnimationFrame(() => {
      if (row.current) row.current.scrollLeft = row.current.scrollWidth
    })
    return () => cancelAnimationFrame(frame)
  }, [row, isLoaded])

  useEffect(() => {
    const element = row.current
    if (element === null) return
    // A scrollable element must be focusable by keyboard, even while its buttons are disabled.
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
    // Each card now shows the round of its right neighbour: slide in from there.
    for (const card of row.current?.children ?? []) {
      card.animate(
        [{ transform: 'translateX(calc(100% + 1.25rem))' }, { transform: 'none' }],
        SLIDE,
      )
    }
  }, [row, epoch])
}
