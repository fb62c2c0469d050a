import { deviceLabel } from '@bullring/server/http/device-label'
import type { Language } from '@bullring/wire/text/languages'
import type { Context } from 'hono'
import { commonTexts } from '../texts/create-texts.ts'

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

/** Returns the rows of a mail that say from where something was done; none for an unknown place. */
export function placeDetails(
  language: Language,
  place: Place | null,
): readonly { label: string; value: string }[] {
  if (place === null) return []
  const { device, app, ip } = place
  const texts = commonTexts(language)
  return [
    { label: texts.device, value: device },
    ...(app === null ? [] : [{ label: texts.app, value: app }]),
    { label: texts.ip, value: ip },
  ]
}
