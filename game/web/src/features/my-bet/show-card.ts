import type { DisplayType } from '@bullring/prediction/round-state'

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Scrolls the page and the row to a card. */
export function showCard(card: DisplayType): void {
  const isStill = window.matchMedia(REDUCED_MOTION).matches
  document.querySelector(`[data-card="${card}"]`)?.scrollIntoView({
    behavior: isStill ? 'instant' : 'smooth',
    block: 'nearest',
    inline: 'center',
  })
}
