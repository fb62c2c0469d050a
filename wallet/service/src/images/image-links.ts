import { createHmac, timingSafeEqual } from 'node:crypto'
import { remoteUrlOf } from '../http/remote-url.ts'

export type ImageLinks = {
  /**
   * Returns a URL of this service that shows the picture, or null for a URL that it does not show.
   *
   * @param baseUrl - This service's URL, as the caller reaches it.
   */
  linkTo: (picture: string, baseUrl: string) => string | null
  /** Returns the URL of the picture if this service signed it, otherwise null. */
  pictureOf: (signature: string, encoded: string) => URL | null
}

/** Longest URL that fits into a link. */
const MAX_URL_LENGTH = 2_048

/**
 * Creates links to pictures on other servers. Their signature limits the proxy to pictures that a response of this
 * service has named.
 *
 * @param key - Secret that signs them.
 * @param ipfsGateway - Loads `ipfs://` pictures; null shows none.
 */
export function createImageLinks(key: Buffer, ipfsGateway: string | null): ImageLinks {
  const sign = (encoded: string) => createHmac('sha256', key).update(encoded).digest('base64url')
  return {
    linkTo: (picture, baseUrl) => {
      if (/^data:image\/[\w.+-]+[;,]/.test(picture)) return picture
      const url = remoteUrlOf(picture, ipfsGateway)
      if (url === null || url.href.length > MAX_URL_LENGTH) return null
      const encoded = Buffer.from(url.href).toString('base64url')
      return `${baseUrl}/v1/images/${sign(encoded)}/${encoded}`
    },
    pictureOf: (signature, encoded) => {
      const expected = Buffer.from(sign(encoded))
      const given = Buffer.from(signature)
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
      return isOurs ? URL.parse(Buffer.from(encoded, 'base64url').toString()) : null
    },
  }
}
