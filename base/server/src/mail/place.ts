import type { Context } from 'hono'
import { deviceLabel } from '../http/device-label.ts'

/** From where a request came, as mails about it say. */
export type Place = {
  ip: string
  /** Browser and system. */
  device: string
  /** Origin of the page around the wallet; null for a page behind a mailed link. */
  app: string | null
}

/** Returns the place of a request. */
export function placeOf(c: Context, { ip, app }: Pick<Place, 'ip' | 'app'>): Place {
  return { ip, device: deviceLabel(c.req.header('user-agent') ?? ''), app }
}
