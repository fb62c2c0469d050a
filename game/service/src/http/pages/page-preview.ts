import { escapeHtml } from '@bullring/server/http/escape-html'

/** Fields of a page that link previews show. */
export type PagePreview = {
  title: string
  description: string
  /** Absolute URLs where the public origin is known, else paths. */
  image: string
  imageAlt: string
  url: string
}

/**
 * Replaces the title, description and preview tags of the page. All other HTML stays as it is.
 *
 * @param html - The page, with the tags of game/web/index.html.
 */
export function withPreview(html: string, preview: PagePreview): string {
  const { title, description, image, imageAlt, url } = preview
  const canonical = `<link rel="canonical" href="${escapeHtml(url)}" />`
  const added = `${canonical}\n    <meta property="og:url" content="${escapeHtml(url)}" />`
  const tags: readonly [RegExp, string][] = [
    [contentOf('name="description"'), description],
    [contentOf('property="og:title"'), title],
    [contentOf('property="og:description"'), description],
    [contentOf('property="og:image"'), image],
    [contentOf('property="og:image:alt"'), imageAlt],
  ]
  const titled = html.replace(/(<title>)[^<]*(<\/title>)/, surround(title))
  const tagged = tags.reduce((page, [tag, text]) => page.replace(tag, surround(text)), titled)
  return tagged.replace('</head>', () => `  ${added}\n  </head>`)
}

/** Matches the content of a meta tag. */
function contentOf(attribute: string): RegExp {
  return new RegExp(`(<meta\\s+${attribute}\\s+content=")[^"]*(")`)
}

/** Keeps what the two groups have matched. A function: the text may hold `$`. */
function surround(text: string): (match: string, before: string, after: string) => string {
  return (_, before, after) => `${before}${escapeHtml(text)}${after}`
}
