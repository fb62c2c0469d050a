import { type RefObject, useEffect } from 'react'

/** Largest height of the fade, reached when `RAMP_PX` or more are hidden. */
const FADE_PX = 40
const RAMP_PX = 50

/** Sets `--fade-top` and `--fade-bottom` on a scrolling list for its CSS mask. */
export function useEdgeFade(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const list = ref.current
    if (list === null) return
    const update = () => {
      const below = list.scrollHeight - list.clientHeight - list.scrollTop
      list.style.setProperty('--fade-top', `${fade(list.scrollTop)}px`)
      list.style.setProperty('--fade-bottom', `${fade(below)}px`)
    }
    update()
    list.addEventListener('scroll', update, { passive: true })
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(update)
    observer?.observe(list)
    for (const child of list.children) observer?.observe(child)
    return () => {
      list.removeEventListener('scroll', update)
      observer?.disconnect()
    }
  }, [ref])
}

function fade(hiddenPx: number): number {
  return Math.min(Math.max(hiddenPx, 0), RAMP_PX) * (FADE_PX / RAMP_PX)
}
