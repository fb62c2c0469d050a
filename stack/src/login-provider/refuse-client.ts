import { LOCAL_CLIENT } from './local-client.ts'

/**
 * Place of the client's secret at each site, as its documentation says: in the request's body (`client_secret_post`), in the
 * `Authorization` header (`client_secret_basic`), or either.
 */
const SECRET_PLACES: Readonly<Record<string, 'body' | 'header' | 'either'>> = {
  google: 'either',
  apple: 'body',
  github: 'either',
  facebook: 'body',
  x: 'header',
  discord: 'either',
}

/** Returns the response to a client that does not authenticate as the site requires; null for one that does. */
export function refuseClient(
  site: string,
  authorization: string | undefined,
  form: Readonly<Record<string, unknown>>,
): { error: string; error_description?: string } | null {
  const { clientId, clientSecret } = LOCAL_CLIENT
  const place = SECRET_PLACES[site]
  const isInHeader =
    authorization === `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const isInBody = form['client_id'] === clientId && form['client_secret'] === clientSecret
  if (place !== 'body' && isInHeader) return null
  if ((place === 'body' || place === 'either') && isInBody) return null
  return site === 'x'
    ? { error: 'unauthorized_client', error_description: 'Missing valid authorization header' }
    : { error: 'invalid_client' }
}
