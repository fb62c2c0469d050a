import * as z from 'zod/mini'

/** Bytes in hex, of a known length. */
export function hexOf(bytes: number) {
  return z
    .templateLiteral(['0x', z.string()])
    .check(z.regex(new RegExp(`^0x[0-9a-fA-F]{${2 * bytes}}$`), `must be ${bytes} bytes in hex`))
}

/** A time as the module for session keys stores it. */
export const UnixSeconds = z.int().check(z.gte(0), z.lte(2 ** 48 - 1))

/** A number of calls or seconds of a session. */
export const WholeCount = z.int().check(z.gte(1), z.lte(2 ** 32 - 1))

/** Maximum number of methods of a session. */
export const MAX_SESSION_METHODS = 20
