import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Plot } from './chart-scale.ts'

/** Size of an element in pixels, followed as it changes; null before the first measure. */
export function usePlotSize(ref: RefObject<HTMLElement | null>): Plot | null {
  const [size, setSize] = useState<Plot | null>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}
