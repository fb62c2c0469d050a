/** Addresses of the web app's pages, without a slash at the end. At any other the server answers 404. */
export const PAGE_PATHS = ['/', '/direct-bet'] as const

/** Address of a page of the web app. */
export type PagePath = (typeof PAGE_PATHS)[number]
