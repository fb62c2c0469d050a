import type { Epoch } from '@bullring/prediction/units'
import { type RefObject, useEffect, useRef } from 'react'
import { isScrolledBack, measureRow } from './row-place.ts'

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'
const SLIDE = { duration: 200, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }

/** Makes the row focusable while it scrolls, and slides the cards when a new round opens. */
export function useRowMotion(row: RefObject<HTMLElement | null>, epoch: Epoch | null): void {
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
    const element = row.current
    if (!hasMovedOn || element === null || window.matchMedia(REDUCED_MOTION).matches) return
    if (isScrolledBack(measureRow(element))) return
    // Each card now shows the round of its right neighbour: slide in from there.
    for (const card of element.querySelectorAll('[data-card]')) {
      card.animate(
        [{ transform: 'translateX(calc(100% + 1.25rem))' }, { transform: 'none' }],
        SLIDE,
      )
    }
  }, [row, epoch])
}
