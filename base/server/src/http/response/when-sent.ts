import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** Calls `run` once the response to a request has been sent, or its reader has gone. */
export function whenSent(c: Context, run: () => void): void {
  const { outgoing }: Partial<HttpBindings> = c.env ?? {}
  outgoing?.once('close', run)
}
