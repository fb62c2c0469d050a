import { useEffect } from 'react'

/** Stops the page behind from scrolling and reserves the space of its scrollbar. */
export function useScrollLock(): void {
  useEffect(() => {
    const { documentElement: root } = document
    const before = { overflow: root.style.overflow, gutter: root.style.scrollbarGutter }
    const hasScrollbar = window.innerWidth > root.clientWidth
    root.style.overflow = 'hidden'
    if (hasScrollbar) root.style.scrollbarGutter = 'stable'
    return () => {
      root.style.overflow = before.overflow
      root.style.scrollbarGutter = before.gutter
    }
  }, [])
}
