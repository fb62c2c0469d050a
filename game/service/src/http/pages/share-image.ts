const SHARE_IMAGE = /(<meta\s+property="og:image"\s+content=")(\/[^"]*)(")/

/**
 * Makes the URL of the page's share image absolute, as sites that show link previews require.
 *
 * @param origin - Public origin of the page.
 */
export function withShareImage(html: string, origin: string): string {
  return html.replace(
    SHARE_IMAGE,
    (_, before: string, path: string, after: string) =>
      `${before}${new URL(path, origin).href}${after}`,
  )
}
