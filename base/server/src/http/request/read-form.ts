import type { Context } from 'hono'

/**
 * Reads the fields of a form that a page submits as `application/x-www-form-urlencoded`. A body of another type has
 * none. Needs {@link limitBody} before it.
 */
export async function readForm(c: Context): Promise<ReadonlyMap<string, string>> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(type)) return new Map()
  return new Map(new URLSearchParams(await c.req.text()))
}
