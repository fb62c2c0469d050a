import { type RefObject, useEffect, useState } from 'react'
import type { Plot } from '../scale/chart-scale.ts'

/** Pixels of a rem at the default text size. */
export const REM = 16

/**
 * The current size of an element; null before the first measurement. In sixteenths of a rem, which are pixels
 * at the default text size: a chart drawn in these grows with the text.
 */
export function usePlotSize(ref: RefObject<HTMLElement | null>): Plot | null {
  const [size, setSize] = useState<Plot | null>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    // The observer also reports the initial size. Reading it right here would force a layout.
    const observer = new ResizeObserver(() => {
      const unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / REM
      setSize({ width: element.clientWidth / unit, height: element.clientHeight / unit })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}
