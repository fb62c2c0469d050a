import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { LastingPart } from './lasting-responses.ts'

const reported = new WeakMap<IncomingMessage, readonly LastingPart[]>()

/**
 * Tells the cache that the response depends on nothing but these accounts and rounds, in particular not on the time.
 *
 * @param parts - One for each market of the response; null for one of which that is not true.
 */
export function reportLasting(c: Context, parts: readonly (LastingPart | null)[]): void {
  const bindings: Partial<HttpBindings> | undefined = c.env
  const lasting = parts.filter((part) => part !== null)
  if (bindings?.incoming === undefined || lasting.length < parts.length) return
  reported.set(bindings.incoming, lasting)
}

/** Returns what the response to a request depends on; null where it depends on the time too. */
export function takeLasting(incoming: IncomingMessage): readonly LastingPart[] | null {
  const parts = reported.get(incoming) ?? null
  reported.delete(incoming)
  return parts
}
