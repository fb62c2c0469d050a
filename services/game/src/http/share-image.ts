const SHARE_IMAGE = /(<meta\s+property="og:image"\s+content=")(\/[^"]*)(")/

/**
 * Makes the address of the page's share image a whole one: sites that show a card for a link take no other.
 *
 * @param origin - Where the public reaches the page.
 */
export function withShareImage(html: string, origin: string): string {
  return html.replace(
    SHARE_IMAGE,
    (_, before: string, path: string, after: string) =>
      `${before}${new URL(path, origin).href}${after}`,
  )
}
