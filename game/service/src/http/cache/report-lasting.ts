import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { LastingPart } from './lasting-responses.ts'

const reported = new WeakMap<IncomingMessage, readonly LastingPart[]>()

/**
 * Tells the cache that the response depends on nothing but these accounts, rounds and times.
 *
 * @param parts - One for each market of the response.
 */
export function reportLasting(c: Context, parts: readonly LastingPart[]): void {
  const bindings: Partial<HttpBindings> | undefined = c.env
  if (bindings?.incoming !== undefined) reported.set(bindings.incoming, parts)
}

/** Returns what the response to a request depends on; null where that is not known. */
export function takeLasting(incoming: IncomingMessage): readonly LastingPart[] | null {
  const parts = reported.get(incoming) ?? null
  reported.delete(incoming)
  return parts
}
