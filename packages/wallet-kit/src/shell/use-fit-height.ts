import { type RefObject, useEffect } from 'react'

/**
 * Lets `frame` follow the height of its `content`, so that CSS can animate the change: a height of
 * `auto` cannot be.
 */
export function useFitHeight(
  frame: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const [outer, inner] = [frame.current, content.current]
    if (outer === null || inner === null || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      outer.style.height = `${inner.offsetHeight}px`
    })
    observer.observe(inner)
    return () => observer.disconnect()
  }, [frame, content])
}
