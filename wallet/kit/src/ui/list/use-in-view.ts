import { type RefObject, useEffect } from 'react'

/**
 * Calls `onInView` when the element scrolls into view. Keep the function stable.
 *
 * @param marginPx - Calls this many pixels early. The element's parent must be what scrolls.
 */
export function useInView(
  ref: RefObject<HTMLElement | null>,
  onInView: () => void,
  marginPx?: number,
): void {
  useEffect(() => {
    const element = ref.current
    if (element === null || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onInView()
      },
      marginPx === undefined
        ? undefined
        : { root: element.parentElement, rootMargin: `${marginPx}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, onInView, marginPx])
}
