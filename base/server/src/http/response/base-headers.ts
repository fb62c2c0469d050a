import type { MiddlewareHandler } from 'hono'

/** Headers of every response against MIME sniffing, framing and referrer leaks. */
export const BASE_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
}

/** Adds {@link BASE_HEADERS} to every response of a route that does not set them itself. */
export const baseHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(BASE_HEADERS)) {
    if (!c.res.headers.has(name)) c.header(name, value)
  }
}
