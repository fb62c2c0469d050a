import type { KeyboardEvent } from 'react'

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])'

/** Keeps Tab inside the element that handles it, from the last control to the first and back. */
export function wrapFocus(event: KeyboardEvent<HTMLElement>): void {
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (control) => !control.matches(':disabled, [inert] *') && control.getClientRects().length > 0,
  )
  const [first, last] = [controls.at(0), controls.at(-1)]
  if (first === undefined || last === undefined) {
    event.preventDefault()
    return
  }
  const focused = document.activeElement
  const isInside = controls.some((control) => control === focused)
  if (event.shiftKey && (focused === first || !isInside)) {
    event.preventDefault()
    last.focus()
  } else if (!event.shiftKey && focused === last) {
    event.preventDefault()
    first.focus()
  }
}
