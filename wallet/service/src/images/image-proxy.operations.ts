import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { PAGE_ERRORS } from '../http/documented-errors.ts'
import { ImageUnavailableError, UnsignedImageError } from './errors.ts'
import type { ImageLinks } from './image-links.ts'
import type { LoadImage } from './load-image.ts'

export type ImageProxyDeps = {
  links: Pick<ImageLinks, 'pictureOf'>
  load: LoadImage
  /** Counts a request to another server against the caller's limit. Throws when it is used up. */
  take: (c: Context) => void
}

const HEADERS = {
  'cache-control': 'public, max-age=3600',
  // Opened as a page, the picture may do nothing.
  'content-security-policy': "default-src 'none'; sandbox",
}

/** GET /v1/images/:signature/:url: a picture of another server, so that browsers never contact that server. */
export function imageProxyOperation({ links, load, take }: ImageProxyDeps): Operation {
  return {
    method: 'get',
    path: '/v1/images/:signature/:url',
    summary: 'A picture that another response named',
    params: z.object({ signature: z.string(), url: z.string() }),
    response: z.string(),
    contentType: 'image/*',
    errors: [...PAGE_ERRORS, 404, 500],
    handle: async (c) => {
      const url = links.pictureOf(c.req.param('signature') ?? '', c.req.param('url') ?? '')
      if (url === null) throw new UnsignedImageError()
      const image = await load(url, () => take(c))
      if (image === null) throw new ImageUnavailableError()
      const body = new Uint8Array(image.body)
      return c.body(body, 200, { ...HEADERS, 'content-type': image.type })
    },
  }
}
