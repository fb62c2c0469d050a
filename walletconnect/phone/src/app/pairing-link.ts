/**
 * Returns the pairing link with which this page was opened: `/?uri=wc:…` or `/wc?uri=wc:…`, encoded or not.
 *
 * @param search - Query of the page's address.
 */
export function pairingLinkOf(search: string): string | null {
  const start = /[?&]uri=/.exec(search)
  if (start === null) return null
  const rest = search.slice(start.index + start[0].length)
  // Without encoding, the link's own parameters follow.
  if (rest.startsWith('wc:')) return rest
  return new URLSearchParams(search).get('uri')
}
