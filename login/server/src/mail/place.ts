import { deviceLabel } from '@bullring/server/http/device-label'
import type { Context } from 'hono'

/** Origin of a request, as shown in mails about it. */
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
