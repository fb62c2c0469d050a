import type { Place } from '@bullring/login-server/mail/place'
import type { Language } from '@bullring/wire/text/languages'
import { textsIn } from './texts-in.ts'

/** Returns the rows of a mail that say from where something was done. */
export function placeDetails(
  language: Language,
  place: Place | null,
): readonly { label: string; value: string }[] {
  if (place === null) return []
  const { release: texts } = textsIn(language)
  const { ip, device, app } = place
  return [
    { label: texts.where, value: ip },
    { label: texts.browser, value: device },
    ...(app === null ? [] : [{ label: texts.app, value: app }]),
  ]
}
