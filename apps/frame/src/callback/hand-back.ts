/** What some apps append to `state`, with the URL to return to (see readReturnUrl). */
const SEPARATOR = '--'

export type HandBackOptions = {
  page: Window
  /** Leaves the URL for the device, and returns the origin of the site that started the login. */
  deliver: (uri: string) => Promise<string>
}

/**
 * Hands the result of a login to the site that started it: to the window that opened this one, or by
 * returning to that site. No other site gets it; it is of no use without the frame's verifier anyway.
 */
export async function handBack({ page, deliver }: HandBackOptions): Promise<void> {
  const { uri, returnUrl } = readReturnUrl(page.location.href)
  const origin = await deliver(uri)
  if (returnUrl !== null) {
    // Chosen by the page that opened this one: only a page of the same site is followed.
    if (returnUrl.origin !== origin) throw new TypeError('The return address is of another site.')
    returnUrl.searchParams.set('result_uri', uri)
    page.location.replace(returnUrl)
    return
  }
  const opener: Window | null = page.opener
  opener?.postMessage({ resultUri: uri }, origin)
}

/**
 * Returns the URL as the provider was to call it. Apps that have no popup, such as those in Telegram, append
 * `--` and their own address to `state`, and expect to be called there.
 */
function readReturnUrl(href: string): { uri: string; returnUrl: URL | null } {
  const url = new URL(href)
  const [state = '', returnTo] = (url.searchParams.get('state') ?? '').split(SEPARATOR, 2)
  if (returnTo === undefined) return { uri: href, returnUrl: null }
  url.searchParams.set('state', state)
  return { uri: url.href, returnUrl: URL.parse(returnTo) }
}
