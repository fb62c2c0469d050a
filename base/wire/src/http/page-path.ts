/** Paths of the web app's pages, without a trailing slash. Any other path is a 404 (R-PAGE-1). */
export const PAGE_PATHS = [
  '/',
  '/authorize-bot',
  '/developers',
  '/direct-bet',
  '/operator',
] as const

/** Path of a page of the web app. */
export type PagePath = (typeof PAGE_PATHS)[number]
