import type { Epoch } from '@bullring/prediction/units'
import { type KeyboardEvent, useState } from 'react'

/** Keys that move along the strip, with the place they lead to. */
const MOVES: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * Makes a row of links one stop of the Tab key, with the arrow keys moving inside it (ARIA Authoring
 * Practices, "roving tabindex").
 *
 * @param epochs - The rounds in the row; the last one is the stop until another has had the focus.
 */
export function useRovingFocus(epochs: readonly Epoch[]) {
  const [chosen, setStop] = useState<Epoch | null>(null)
  const stop = chosen !== null && epochs.includes(chosen) ? chosen : epochs.at(-1)
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    const move = MOVES[event.key]
    if (move === undefined) return
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
    const focused = document.activeElement
    const index = focused instanceof HTMLElement ? links.indexOf(focused) : -1
    const next = links[move(index, links.length - 1)]
    event.preventDefault()
    next?.focus()
    next?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  return { stop, setStop, moveFocus }
}
