import { type RefObject, useEffect } from 'react'

/** Keeps the height of `frame` equal to its `content`: CSS cannot animate a height of `auto`. */
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
