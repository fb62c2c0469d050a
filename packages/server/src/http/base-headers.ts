import type { MiddlewareHandler } from 'hono'

/** Headers of every answer: nothing is guessed, framed or leaked by a referrer. */
export const BASE_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
}

/** Puts {@link BASE_HEADERS} on every answer that a route gives. */
export const baseHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(BASE_HEADERS)) c.header(name, value)
}
