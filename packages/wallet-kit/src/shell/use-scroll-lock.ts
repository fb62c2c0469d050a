import { useEffect } from 'react'

/** Keeps the page behind from scrolling, without letting it jump where its scrollbar was. */
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
