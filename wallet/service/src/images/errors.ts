import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * No response of this service named the picture.
 *
 * @remedy Use the links of responses unchanged.
 */
export const UnsignedImageError = defineHttpError({
  name: 'UnsignedImageError',
  code: 'images.not-signed',
  status: 403,
  message: 'This service shows only pictures that its own responses name.',
})

/**
 * The picture's server does not respond in 5 s, redirects, or sends no PNG, JPEG, GIF, WebP or AVIF of up to 4
 * MiB.
 *
 * @remedy Try again in an hour.
 */
export const ImageUnavailableError = defineHttpError({
  name: 'ImageUnavailableError',
  code: 'images.unavailable',
  status: 404,
  message:
    'This picture cannot be shown. It must be a PNG, JPEG, GIF, WebP or AVIF of 4 MiB at most.',
})
