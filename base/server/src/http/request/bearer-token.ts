import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'

/** Returns whether the request has `token` as `Authorization: Bearer`, compared in constant time; never for null. */
export function hasBearerToken(c: Context, token: string | null): boolean {
  const [, given] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  if (token === null || given === undefined) return false
  return timingSafeEqual(digestOf(given), digestOf(token))
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
