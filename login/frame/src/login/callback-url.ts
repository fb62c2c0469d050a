/** Separator that some apps append to `state`, with the URL to return to. */
const SEPARATOR = '--'

/** Parameters of the callback page's URL. */
export type Callback = {
  /** The URL as the provider was to call it. */
  uri: string
  state: string
  /** URL at which an app without a popup, such as one in Telegram, expects the result; null for others. */
  returnTo: string | null
}

/** Reads the URL of the callback page. Apps that have no popup append `--` and their own URL to `state`. */
export function readCallback(href: string): Callback {
  const url = new URL(href)
  const text = url.searchParams.get('state') ?? ''
  const end = text.indexOf(SEPARATOR)
  if (end === -1) return { uri: href, state: text, returnTo: null }
  const state = text.slice(0, end)
  url.searchParams.set('state', state)
  return { uri: url.href, state, returnTo: text.slice(end + SEPARATOR.length) }
}
