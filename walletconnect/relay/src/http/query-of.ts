import type { IncomingMessage } from 'node:http'

/** Returns the query of a request. */
export function queryOf({ url = '' }: Pick<IncomingMessage, 'url'>): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start === -1 ? '' : url.slice(start))
}
