import { type RefObject, useEffect, useState } from 'react'
import type { Plot } from './chart-scale.ts'

/** Size of an element in pixels, followed as it changes; null before the first measure. */
export function usePlotSize(ref: RefObject<HTMLElement | null>): Plot | null {
  const [size, setSize] = useState<Plot | null>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    // It also tells the first size, when the page has been laid out: asking before that would hold it up.
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}
