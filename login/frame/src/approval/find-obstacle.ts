/** Why a request cannot be approved yet. */
export type Obstacle =
  /** The page is too small for title, what is asked and buttons, or is shown smaller than it is. */
  | 'small'
  /** The page is not whole on the screen, or something is above it. */
  | 'hidden'
  /** The wallet's window is not in front: another one may cover it, which no browser reports. */
  | 'behind'
  /** The content is longer than the page, and not all of it was on the screen. */
  | 'unread'

/** Measurements of a request's page. Lengths are in CSS pixels. */
export type PageMeasures = {
  /** Whether the page has the keyboard's focus, or another page embeds it. */
  isInFront: boolean
  /** Whether another page embeds this one, and so decides how much of it is shown. */
  isEmbedded: boolean
  width: number
  height: number
  /** Device pixels per CSS pixel. */
  pixelRatio: number
  /** Of title, warnings and what is asked. */
  pinnedHeight: number
  footerHeight: number
  /** Whether everything is on the page at once. */
  fits: boolean
  /** Whether page, title and buttons are whole on the screen, with nothing above them as far as the browser can tell. */
  isWhole: boolean
  /** Whether all of the content has been on the screen since content and page have this size. */
  isRead: boolean
}

/** Least size of an embedded page in which requests can be approved. */
export const MIN_WIDTH = 280
/** @see MIN_WIDTH */
export const MIN_HEIGHT = 320

/** Least height between what is pinned and the buttons, in which the rest is read. */
const MIN_READING_HEIGHT = 56

/** At half the pixels of a screen, text cannot be read. Browsers zoom out to a quarter, embedding pages without limit. */
const MIN_PIXEL_RATIO = 0.67

/** Returns why the request cannot be approved yet; null if nothing prevents it. */
export function findObstacle(measures: PageMeasures): Obstacle | null {
  if (measures.isEmbedded && isTooSmall(measures)) return 'small'
  if (!measures.isWhole) return 'hidden'
  if (!measures.isInFront) return 'behind'
  return measures.isRead ? null : 'unread'
}

function isTooSmall(measures: PageMeasures): boolean {
  const { width, height, pixelRatio } = measures
  if (width < MIN_WIDTH || height < MIN_HEIGHT || pixelRatio < MIN_PIXEL_RATIO) return true
  return !canPin(measures)
}

/** Returns whether title and what is asked can remain on the page while the rest is scrolled. */
export function canPin({
  height,
  pinnedHeight,
  footerHeight,
  fits,
}: Pick<PageMeasures, 'height' | 'pinnedHeight' | 'footerHeight' | 'fits'>): boolean {
  return fits || pinnedHeight + MIN_READING_HEIGHT + footerHeight <= height
}
