import { type RefObject, useEffect, useRef } from 'react'

/** Calls `onHidden` once the element was on the screen and no longer is: the user closed the modal around it. */
export function useHiddenAgain(element: RefObject<HTMLElement | null>, onHidden: () => void): void {
  const latest = useRef(onHidden)
  latest.current = onHidden
  useEffect(() => {
    const target = element.current
    if (target === null) return
    let wasVisible = false
    const observer = new IntersectionObserver((entries) => {
      const isVisible = entries.at(-1)?.isIntersecting ?? false
      if (wasVisible && !isVisible) latest.current()
      wasVisible = isVisible
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
}
