import { type RefObject, useEffect } from 'react'

/** Calls `onInView` when the element scrolls into view. Keep the function stable. */
export function useInView(ref: RefObject<HTMLElement | null>, onInView: () => void): void {
  useEffect(() => {
    const element = ref.current
    if (element === null || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onInView()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, onInView])
}
