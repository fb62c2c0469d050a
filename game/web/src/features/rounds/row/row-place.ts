/** Places of the Next, Live and Expired cards, counted from the right end of the row. */
export const NEWEST_PLACES = 3

/** Part of an older card that may be in view while the row still counts as not scrolled back. */
const TOLERANCE = 0.25

/** The part of the row that is in view. The row is laid out from right to left, so that its start is the Next card. */
export type RowPlace = {
  /** Width of a card and the gap beside it, in pixels. */
  stride: number
  /** Distance of the view's right end from the row's right end. */
  distance: number
  width: number
}

export function measureRow(row: HTMLElement): RowPlace {
  const track = row.firstElementChild
  const gap = track === null ? 0 : Number.parseFloat(getComputedStyle(track).columnGap) || 0
  const card = track?.lastElementChild?.clientWidth ?? 0
  return { stride: card + gap, distance: Math.abs(row.scrollLeft), width: row.clientWidth }
}

/** True while cards of older rounds are in view: the row then keeps its place. */
export function isScrolledBack({ stride, distance, width }: RowPlace): boolean {
  return stride > 0 && distance + width > (NEWEST_PLACES + TOLERANCE) * stride
}
