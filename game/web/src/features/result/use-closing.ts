import { type RefObject, useEffect, useRef } from 'react'

/** Long enough to read a result and to reach for a button. */
const SHOWN_MS = 10_000

/** Closes a result on Escape, and after a while unless the visitor may have missed it. */
export function useClosing(
  card: RefObject<HTMLElement | null>,
  isMissed: boolean,
  onClose: () => void,
): void {
  useCloseByItself(card, !isMissed, onClose)
  useEscape(onClose)
}

/** Closes the card after a while, but not while it is hovered or focused, or a window is above it. */
function useCloseByItself(
  card: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  onClose: () => void,
) {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    if (!isEnabled) return
    const timer = setInterval(() => {
      const isHeld = card.current?.matches(heldSelector()) ?? false
      if (!isHeld && !document.hidden && !hasOpenWindow()) latest.current()
    }, SHOWN_MS)
    return () => clearInterval(timer)
  }, [card, isEnabled])
}

/** On a touch screen, what was tapped last stays hovered. */
function heldSelector(): string {
  const canHover = window.matchMedia('(hover: hover)').matches
  return canHover ? ':hover, :focus-within' : ':focus-within'
}

function useEscape(onClose: () => void) {
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => {
      // A window above the card closes first.
      if (key === 'Escape' && !hasOpenWindow()) onClose()
    }
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [onClose])
}

function hasOpenWindow(): boolean {
  return document.querySelector('dialog[open]') !== null
}
