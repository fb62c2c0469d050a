import { type RefObject, useEffect, useState } from 'react'
import type { Plot } from './chart-scale.ts'

/** The current size of an element; null before the first measurement. */
export function usePlotSize(ref: RefObject<HTMLElement | null>): Plot | null {
  const [size, setSize] = useState<Plot | null>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    // The observer also reports the initial size. Reading it right here would force a layout.
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}
