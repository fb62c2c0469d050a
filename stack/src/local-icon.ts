/**
 * Returns an icon for a page of this machine that is not the product's, as a data URI.
 *
 * @param path - White lines on a square of 32.
 */
export function localIcon(path: string): string {
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#854800"/><path d="${path}" fill="none" stroke="#fff" stroke-width="2"/></svg>`)}`
}
